"""The ShapeWorld version space: every relation of the class that shows what was seen."""
