"""Renderings of Boolean problems: what is told of them, and in which words."""
