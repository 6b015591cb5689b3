"""Linear and quadratic crystals under interventions."""
