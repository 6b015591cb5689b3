"""ShapeWorld results for people."""
