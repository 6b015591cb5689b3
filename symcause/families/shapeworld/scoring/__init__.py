"""Scores of answers: the published numbers, and whether transcripts prove what was said."""
