"""Boolean structural causal models replayed on intervention worlds."""
