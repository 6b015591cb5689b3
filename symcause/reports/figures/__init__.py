"""Figures in reports: pictures of verdicts and scores, each with the numbers it shows."""
