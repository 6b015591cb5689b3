"""Typed results of the questions to ShapeWorld problems."""
