"""Alignment of the nodes of two text graphs: search from below, proofs from above."""
