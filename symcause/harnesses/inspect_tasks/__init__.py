"""Tasks for Inspect: static problems and episodes, and the logs of their runs."""
