"""Linear programmes for queries from any given numbers: blocks of variables, forms, ranges, networks."""
