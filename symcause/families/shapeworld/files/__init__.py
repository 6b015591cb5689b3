"""ShapeWorld files: our own format, and what CausalLink writes."""
