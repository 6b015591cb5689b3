"""Scenario files: our formats of scenarios, trials, runs and rubrics."""
