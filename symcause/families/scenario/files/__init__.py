"""Scenario files: our formats, and the games, runs and result tables of CausalGame."""
