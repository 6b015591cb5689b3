"""Work in child processes that can be stopped for sure."""
