"""Stories about finite problems, for terminals and pages."""
