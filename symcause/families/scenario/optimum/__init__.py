"""The optimum of a scenario: the best design, and a bound for all of them."""
