"""Audits of a linear episode log: evidence step by step, interventions, commitment."""
