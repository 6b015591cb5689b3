"""Difficulty explained: what measures of problems go with the success of systems."""
