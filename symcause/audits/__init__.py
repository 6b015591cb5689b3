"""The questions about a problem, family-free: their protocol, documents, stories and verdicts."""
