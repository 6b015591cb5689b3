"""Gold errors: how far text graph scores and rankings can move if some gold edges are wrong."""
