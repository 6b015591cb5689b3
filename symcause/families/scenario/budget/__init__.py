"""Budgets of scenarios: how well anybody can tell rivals apart with the units that there are."""
