"""Checking certificates from the transcript alone, without any solver."""
