"""Pools: problems of any family in files and folders, read as a stream and written."""
