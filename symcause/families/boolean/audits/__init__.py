"""The questions about a Boolean version space."""
