"""Typed result documents of the questions to Boolean problems."""
