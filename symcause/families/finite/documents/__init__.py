"""Typed result documents of the questions to finite problems."""
