"""Figures over the steps of a run or an episode."""
