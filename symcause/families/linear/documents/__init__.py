"""Typed documents of the linear family: the results of its questions."""
