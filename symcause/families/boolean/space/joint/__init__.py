"""Joint SAT search in Boolean spaces that are too large to count."""
