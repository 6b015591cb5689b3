"""Graph forms besides DAGs: anything with nodes and edges, and edges with marks."""
