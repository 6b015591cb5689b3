"""Boolean spaces of rows with holes (unobserved cells): one formula, and searches in it."""
