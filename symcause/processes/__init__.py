"""Work in child processes that can be stopped for sure, on this machine or on a cluster."""
