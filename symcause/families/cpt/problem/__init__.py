"""The cpt problem: graph, numbers, query and the rule of its answer."""
