"""The questions that scenarios answer."""
