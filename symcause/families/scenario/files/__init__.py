"""Scenarios and runs in files."""
