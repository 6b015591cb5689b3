"""What the command line and Python ask about statements."""
