"""The check of one Boolean answer, from its text to a scored result."""
