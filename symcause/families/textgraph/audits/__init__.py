"""What can be said about a gold graph alone."""
