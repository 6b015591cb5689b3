"""One folder a model family; ``symcause.registry`` names them."""
