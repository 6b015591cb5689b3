"""Crystals: equations that are executed, and interventions on them."""
