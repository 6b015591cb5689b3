"""Generated finite problems: gold of a class, and worlds that leave no other model."""
