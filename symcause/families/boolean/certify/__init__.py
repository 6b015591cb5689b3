"""Makers of certificates about Boolean problems, which the verifier then checks."""
