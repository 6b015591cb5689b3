"""Tests of baselines as contestants: programs, functions, claims."""
