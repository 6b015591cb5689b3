"""Linear episodes: the rules by which an agent sets properties of a crystal and answers."""
