"""Certificates of text graph alignments."""
