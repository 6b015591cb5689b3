"""Finite problems: worlds, the declared class, queries and gold."""
