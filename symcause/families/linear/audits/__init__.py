"""Audits of linear problems: the analyses behind the questions about a version space."""
