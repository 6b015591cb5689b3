"""Scores of suites: one number for each part, with its interval; bundled baselines; table and page."""
