"""Questions about ShapeWorld problems, one module for each command."""
