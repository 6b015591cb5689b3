"""ShapeWorld models: the causal relation between shapes, and what moves when."""
