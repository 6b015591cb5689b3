"""What a scenario is made of."""
