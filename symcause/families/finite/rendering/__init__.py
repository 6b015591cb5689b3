"""Renderings of finite problems: what is told of them, in nouns for variables and words for values."""
