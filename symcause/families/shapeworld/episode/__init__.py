"""Episodes with shapes: hold or move one at a time, see what moves, answer yes or no."""
