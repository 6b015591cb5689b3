"""Scoring of text graph answers: edges, released numbers, judges, distances, tables."""
