"""Typed results of the questions to linear problems."""
