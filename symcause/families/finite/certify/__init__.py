"""Makers of certificates about finite worlds, which the verifier then checks."""
