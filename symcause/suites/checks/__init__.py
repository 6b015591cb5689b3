"""Checks of suites: what is verified of a folder, without a solver."""
