"""Generated problems of statements."""
