"""Models of the statements family: separations and causal relations in a DAG."""
