"""Text graph files: our own format, graph files, tables, graphs in answers."""
