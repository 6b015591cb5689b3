"""What the questions about statements need."""
