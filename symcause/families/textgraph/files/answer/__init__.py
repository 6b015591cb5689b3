"""The graph in an answer: what models write, in any shape, read as a text graph."""
