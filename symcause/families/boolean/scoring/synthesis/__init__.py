"""Synthesis in Boolean scores: what baselines reached, claimed and used."""
