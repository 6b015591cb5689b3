"""Members of a space of mechanisms in an order: nearest first, simplest first."""
