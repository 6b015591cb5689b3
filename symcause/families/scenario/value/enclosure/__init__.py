"""Enclosures of scenario values: proven bounds from tables of sets."""
