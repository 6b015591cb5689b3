"""Audits of statements: all that the questions about them need."""
