"""ShapeWorld files: our own format, and the files that CausalLink writes."""
