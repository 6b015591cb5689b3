"""Finite models: values, the language of mechanisms, what its expressions compute."""
