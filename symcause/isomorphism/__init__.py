"""Canonical forms: two structures are the same up to the names in them iff their forms are equal."""
