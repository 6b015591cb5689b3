"""The ShapeWorld space of a transcript with any start: DAGs that show its steps, and when they count."""
