"""Certified suites: one recipe makes a folder of proven problems, which anybody checks without a solver."""
