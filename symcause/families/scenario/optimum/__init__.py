"""The best design, and a bound for all of them."""
