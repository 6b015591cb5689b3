"""Audits of Boolean problems: what the evidence settles, and which worlds would settle more."""
