"""The text graph problem: a gold graph read off a text, and what else its file says."""
