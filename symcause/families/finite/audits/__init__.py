"""Audits of finite problems: queries answered, gold judged, profiles by class."""
