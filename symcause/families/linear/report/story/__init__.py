"""The story of each linear question, told for people."""
