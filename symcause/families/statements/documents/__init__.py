"""Typed documents of the statements family."""
