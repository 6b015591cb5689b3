"""Files of finite problems and classes: read, checked, written, identified."""
