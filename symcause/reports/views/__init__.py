"""Documents turned into what a page shows: compact, plain data."""
