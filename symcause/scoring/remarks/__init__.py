"""Remarks on the answers of a run that tables alone would not say."""
