"""Scenario episodes: deploy units of a design, see who comes back, submit a design."""
