"""Prose about models: a value in one line, and background knowledge in sentences."""
