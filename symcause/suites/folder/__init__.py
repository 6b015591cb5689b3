"""Folders of suites: how they are written, what describes them, and how they are read."""
