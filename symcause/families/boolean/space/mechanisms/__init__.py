"""The mechanisms that one Boolean variable can have: rows, counts, classes, signs and rules."""
