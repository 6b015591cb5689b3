"""The questions that graphs answer, one a file."""
