"""Parts of models in several families: names, numbers, graphs, expressions, equations."""
