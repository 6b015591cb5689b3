"""What models of several families are made of: names, numbers, graphs, expressions, equations."""
