"""Questions about scenarios, one module for each command."""
