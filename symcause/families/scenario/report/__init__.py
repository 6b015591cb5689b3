"""Scenarios told to people."""
