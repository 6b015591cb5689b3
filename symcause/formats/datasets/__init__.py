"""Datasets made of pools: the folder, its Croissant metadata and its datasheet."""
