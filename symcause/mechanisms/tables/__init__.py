"""Mechanisms given as tables, for any number of values: the local engine that knows no bits."""
