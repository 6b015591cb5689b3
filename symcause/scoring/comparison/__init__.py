"""Comparison of systems in scoring: their scores by problem, their differences, the tables of both."""
