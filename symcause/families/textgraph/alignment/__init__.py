"""The best way to match the nodes of two graphs: search below, proofs above."""
