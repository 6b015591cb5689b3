"""Verifier of Boolean certificates: from the problem alone, without a space or a solver."""
