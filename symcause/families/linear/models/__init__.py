"""Linear models that run: crystals, and the laboratory that intervenes on them."""
