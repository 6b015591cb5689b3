"""Solvers behind small protocols; they know formulas, sets and numbers, not causality."""
