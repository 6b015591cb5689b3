"""Linear files: our versioned JSON, hypotheses, sheets and Python objects."""
