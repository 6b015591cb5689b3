"""Audits of answers to Boolean problems: their place among all models that explain the evidence."""
