"""What is known of the CausaLab release: configurations, logs, messages and runs."""
