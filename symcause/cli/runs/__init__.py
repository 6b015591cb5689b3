"""Runs of a command over one problem or a pool: selection, work, progress and tally."""
