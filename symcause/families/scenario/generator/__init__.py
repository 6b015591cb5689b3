"""Scenarios made to measure: templates, drafts, and what is proven of the ones that are kept."""
