"""Version spaces of Boolean problems: all SCMs of a class that explain the training worlds."""
