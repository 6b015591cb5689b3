"""What there is to find out about a scenario."""
