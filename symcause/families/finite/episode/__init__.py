"""Episodes with finite problems: one sets variables, sees rows, and answers with a model."""
