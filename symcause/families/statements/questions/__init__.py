"""Questions about statements, from the command line and from Python."""
