"""Boolean verdicts and scores for people and pages."""
