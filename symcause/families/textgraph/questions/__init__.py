"""The questions that text graphs answer, one module per question."""
