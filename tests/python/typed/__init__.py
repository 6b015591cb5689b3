"""Programs of users, for type checkers: what must pass, and mistakes that must be flagged."""
