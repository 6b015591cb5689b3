"""A gold graph read off a text, with what else its file says."""
