"""Scenario models: domains, distributions, terms, intervals and runs."""
