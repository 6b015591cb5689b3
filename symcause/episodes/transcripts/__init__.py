"""Transcripts of episodes: their lines, their files, and folders of runs."""
