"""The version space of a finite problem."""
