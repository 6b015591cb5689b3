"""What a table problem is: graph, numbers, query and the rule of its answer."""
