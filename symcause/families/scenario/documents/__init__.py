"""What the questions about scenarios answer: typed documents."""
