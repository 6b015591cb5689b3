"""The work behind the questions of the cpt family."""
