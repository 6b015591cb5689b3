"""Samples, responses and evaluations of ReCITE, graph files, and graphs in the text of a model."""
