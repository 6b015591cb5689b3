"""Boolean problems: worlds, disclosure, hypothesis class, legal answers and fingerprint."""
