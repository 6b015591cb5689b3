"""Baselines for hypotheses about statements."""
