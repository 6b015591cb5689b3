"""Experiments in audits: documents, advice and counts of outcomes."""
