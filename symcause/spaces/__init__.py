"""Version spaces: all models of a hypothesis class that explain the evidence."""
