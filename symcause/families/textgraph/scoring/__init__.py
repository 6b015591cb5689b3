"""Scores of answers: sets of edges, released numbers, judge labels, causal distances, tables."""
