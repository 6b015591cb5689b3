"""Typed documents of the text graph family: the results of its questions."""
