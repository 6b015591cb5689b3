"""Alternatives in Boolean audits: other models that fit, and whether experiments separate them."""
