"""The value of a scenario design: exact, or between proven bounds."""
