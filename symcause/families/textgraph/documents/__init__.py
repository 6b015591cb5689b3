"""The typed results of the questions about text graphs."""
