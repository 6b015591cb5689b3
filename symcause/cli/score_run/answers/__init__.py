"""The answers of a score run: which files they are read from, and which of them count."""
