"""Renderings of ShapeWorld problems: what is told of them, and in which words."""
