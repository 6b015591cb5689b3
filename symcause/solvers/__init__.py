"""Solvers behind small protocols; they know formulas, not causality."""
