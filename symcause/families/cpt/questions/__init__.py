"""Questions about tables, one module for each command."""
