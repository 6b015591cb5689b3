"""Scenario reports: stories, page views, figures and notebook cards."""
