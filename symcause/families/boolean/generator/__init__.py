"""Generators of Boolean instances: latent models, worlds, levels of evidence, certificates."""
