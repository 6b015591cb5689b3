"""Figures of scores: one row per system, for reports on a pool."""
