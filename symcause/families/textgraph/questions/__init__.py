"""The questions that graphs from text answer, one a file."""
