"""Attempts: what baselines are handed, what they may use, how they end and what they claim."""
