"""The networks that have the given numbers, and the range of a query among them."""
