"""Suites on the command line: made from a recipe, and verified."""
