"""Typed documents of the ShapeWorld family: the results of its questions."""
