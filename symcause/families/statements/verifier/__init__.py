"""The verifier of certificates about statements."""
