"""Certificates of alignments."""
