"""Scoring of answers: extraction from text, grades, groups, tables and statistics."""
