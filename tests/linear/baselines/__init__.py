"""Tests of linear baselines."""
