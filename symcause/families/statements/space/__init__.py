"""The version space of statements: all faithful DAGs."""
