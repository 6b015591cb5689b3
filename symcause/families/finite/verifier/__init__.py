"""The verifier of certificates about finite worlds."""
