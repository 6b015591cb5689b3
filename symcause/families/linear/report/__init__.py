"""Linear verdicts and episodes for people and pages."""
