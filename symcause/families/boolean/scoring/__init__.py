"""Funnel, replay, structure, claims, tables and prompts of the published benchmark."""
