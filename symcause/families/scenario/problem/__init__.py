"""Scenarios, and what is wrong with one."""
