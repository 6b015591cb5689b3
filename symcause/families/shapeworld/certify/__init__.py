"""Certificates of ShapeWorld verdicts, built for the verifier to check."""
