"""Scenario scoring: runs against budgets, rubrics, claims and published results."""
