"""Command lines: the question behind a result as somebody typed it, and those that a story suggests."""
