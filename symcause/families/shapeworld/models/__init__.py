"""Worlds of shapes: the causal relation and what moves when."""
