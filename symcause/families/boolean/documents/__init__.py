"""Typed results of the questions to Boolean problems."""
