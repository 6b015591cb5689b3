"""Certificates of the linear family, built for the verifier to check."""
