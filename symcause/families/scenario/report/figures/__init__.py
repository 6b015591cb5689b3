"""Figures of scenario reports: traps, sweeps, twins, what a budget tells, and values on one axis."""
