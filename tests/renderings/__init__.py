"""Renderings: one problem in many texts that provably say the same."""
