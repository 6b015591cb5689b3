"""Verdicts and scores as text, tables and pages."""
