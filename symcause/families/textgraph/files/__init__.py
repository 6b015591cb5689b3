"""Text graph files: our own format, graph files, the ReCITE release, graphs in answers."""
