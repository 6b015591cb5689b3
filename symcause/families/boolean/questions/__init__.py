"""The questions that Boolean problems answer, one a file."""
