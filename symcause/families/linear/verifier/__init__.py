"""The linear verifier: checks certificates from the problem alone, without a solver."""
