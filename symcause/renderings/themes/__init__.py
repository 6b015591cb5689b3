"""Themes and styles: the words of a rendering and the layout of its lines, as files."""
