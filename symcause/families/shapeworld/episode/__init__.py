"""ShapeWorld episodes: move or hold one shape at a time, see what moves, answer yes or no."""
