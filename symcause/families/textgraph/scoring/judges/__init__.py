"""Judges of text graph answers: their labels and marks, scores made of them, agreement."""
