"""Statistics behind the text graph tables: correlations and tests of groups."""
