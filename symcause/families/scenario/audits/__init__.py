"""Audits of scenarios: threshold, traps, baselines, stages and sweeps."""
