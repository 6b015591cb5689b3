"""Builds certificates."""
