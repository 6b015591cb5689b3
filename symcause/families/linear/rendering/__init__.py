"""Renderings of linear problems: what is told of them, and in which words."""
