"""Builds the certificates that the verifier checks."""
