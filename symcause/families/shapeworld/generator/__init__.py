"""The ShapeWorld generator: published cases, and seeded ones of prescribed difficulty."""
