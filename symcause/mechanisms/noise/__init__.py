"""Noise: models by the number of cells that they disturb, whatever the number of values."""
