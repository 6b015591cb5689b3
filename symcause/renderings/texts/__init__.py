"""Texts of renderings: scripts put into the words of a theme and the lines of a style, and read back."""
