"""The documents of the cpt family: the answers to its questions."""
