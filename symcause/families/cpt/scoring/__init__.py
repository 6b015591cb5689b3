"""Prompts about tables, and the score of answers to them."""
