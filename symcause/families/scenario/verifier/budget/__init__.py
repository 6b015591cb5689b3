"""Budget claims in the scenario verifier: what units tell of two rivals, in whole numbers."""
