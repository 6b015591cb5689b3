"""CausaLab files of the linear family: configurations, logs, messages and hypotheses."""
