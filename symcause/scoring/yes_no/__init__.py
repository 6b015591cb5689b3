"""Yes and no in scoring: which of the two a text states."""
