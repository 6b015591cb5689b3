"""Files: our versioned JSON, CausaLab configurations, logs and hypotheses."""
