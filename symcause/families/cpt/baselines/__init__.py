"""Baselines for queries on tables."""
