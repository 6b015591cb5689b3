"""One file per question about a version space, each with its verdict."""
