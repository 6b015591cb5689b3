"""The prompt that a system gets for a Boolean problem."""
