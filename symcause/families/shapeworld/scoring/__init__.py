"""ShapeWorld scoring: published numbers, and whether transcripts prove what was said."""
