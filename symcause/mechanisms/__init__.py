"""Spaces whose members take one mechanism a variable, chosen so that parents form no circle."""
