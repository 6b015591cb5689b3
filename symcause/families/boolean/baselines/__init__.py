"""Systems that a benchmark reports as rows."""
