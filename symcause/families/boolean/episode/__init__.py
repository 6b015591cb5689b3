"""Episodes about Boolean models: set variables, see a world, say which mechanisms there are."""
