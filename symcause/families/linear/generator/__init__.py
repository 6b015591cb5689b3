"""Seeded episodes, and what they settle."""
