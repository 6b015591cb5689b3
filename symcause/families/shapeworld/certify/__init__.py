"""Making certificates of verdicts."""
