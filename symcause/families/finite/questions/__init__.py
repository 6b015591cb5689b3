"""Questions to finite problems, as commands and functions of Python ask them."""
