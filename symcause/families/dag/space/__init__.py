"""The DAGs of a class, all of them or those that respect what is known."""
