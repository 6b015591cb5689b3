"""Folders in which foreign programs work: made for them, and gone after them."""
