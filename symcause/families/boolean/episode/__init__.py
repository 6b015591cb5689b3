"""Episodes about Boolean models: set variables, see a world, name the mechanisms."""
