"""What the questions of the cpt family answer."""
