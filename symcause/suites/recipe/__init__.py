"""Recipes of suites: what a suite is made of, as a TOML file."""
