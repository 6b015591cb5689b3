"""Typed documents of the scenario family: the results of its questions."""
