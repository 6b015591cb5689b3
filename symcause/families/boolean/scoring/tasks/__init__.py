"""Boolean tasks other than finding the model: alternatives and identification."""
