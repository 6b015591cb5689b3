"""The questions about a linear version space."""
