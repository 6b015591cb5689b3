"""Boolean instances: latent SCMs, worlds, filters, levels of evidence, variants of disclosure."""
