"""The cpt verifier of certificates: no search, no float, and nothing of what made them."""
