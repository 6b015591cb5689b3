"""Draws of suites: problems that are made until a recipe has what it asks for."""
