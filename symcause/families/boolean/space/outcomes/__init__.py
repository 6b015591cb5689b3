"""Outcomes of experiments in a Boolean space: what members show, and how many."""
