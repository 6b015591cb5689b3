"""The version space of a Boolean problem: all SCMs of a class that replay its training worlds."""
