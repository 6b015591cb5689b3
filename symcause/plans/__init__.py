"""Plans of experiments for any version space, found and proved with a solver."""
