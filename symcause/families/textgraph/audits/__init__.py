"""Audits of text graphs: what can be said of a gold graph, and of an answer aligned with it."""
