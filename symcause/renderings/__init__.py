"""Renderings: one problem in many texts, each of which is read back to the same evidence."""
