"""Members of a Boolean space in an order: nearest first, smallest first, or drawn by size."""
