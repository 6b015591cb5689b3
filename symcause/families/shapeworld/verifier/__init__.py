"""The ShapeWorld verifier: checks certificates from the transcript alone, without a solver."""
