"""Acyclic choices of parent sets: listed, counted, bounded, drawn, or of least cost."""
