"""Bounds in the scenario verifier, for scenarios that cannot be listed."""
