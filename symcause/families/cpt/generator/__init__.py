"""Table problems at random."""
