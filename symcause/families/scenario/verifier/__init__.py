"""The scenario verifier: checks claims by listing every unit, or by bounds."""
