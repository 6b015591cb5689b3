"""The CausaLab release: configurations, logs, messages and runs."""
