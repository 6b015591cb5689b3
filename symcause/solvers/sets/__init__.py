"""Hitting sets and covers: the fewest elements of a pool that meet every demand."""
