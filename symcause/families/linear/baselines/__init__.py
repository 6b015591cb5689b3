"""Linear baselines: what moved, and least squares, beside the simplest member."""
