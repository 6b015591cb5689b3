"""Synthesis: answer sets, terms of a grammar and selected parents, by solvers of the extra synthesis."""
