"""Questions about graphs in the dag family, one module for each command."""
