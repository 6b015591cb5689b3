"""Transforms of existing Boolean problems: alternatives, siblings, padding, held-out worlds."""
