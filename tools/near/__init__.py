"""The nearest tests of a change: ``make near``."""
