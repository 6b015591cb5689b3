"""The value of a design: exact, or enclosed."""
