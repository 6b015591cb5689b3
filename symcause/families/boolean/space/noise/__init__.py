"""Boolean spaces under noise: models by the number of training cells that they get wrong."""
