"""Scores of answers to finite problems: models and predictions."""
