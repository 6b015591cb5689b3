"""Verdicts of linear audits: the audit itself, checks of answers, counts and conflicts."""
