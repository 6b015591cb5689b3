"""The story of each Boolean question, told for people on a terminal, a page or in a notebook."""
