"""The verifier of text graph alignments: counts and rational dot products, no solver."""
