"""Scores of answers to episodes."""
