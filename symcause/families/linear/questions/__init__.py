"""The questions that linear problems answer, one a file."""
