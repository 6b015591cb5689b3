"""What audits say about experiments: documents, advice and counts of outcomes."""
