"""Runs: budgets, rubrics, claims, patterns."""
