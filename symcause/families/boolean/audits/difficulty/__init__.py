"""Measures of Boolean problems that may go with how hard they are."""
