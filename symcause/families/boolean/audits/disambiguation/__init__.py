"""Disambiguation of Boolean problems: the fewest further worlds that leave one model."""
