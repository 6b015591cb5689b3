"""Drafts of the Boolean generator: a latent model and its worlds, drawn until all filters pass."""
