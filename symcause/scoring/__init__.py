"""Replay, metrics, response extraction, tables and statistics."""
