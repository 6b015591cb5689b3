"""Directed graphs of named variables, cycles and loops included, and what their names mean."""
