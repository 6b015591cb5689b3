"""One module a question about ShapeWorld problems."""
