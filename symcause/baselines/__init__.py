"""Systems that a benchmark reports as rows, scored like any other answer."""
