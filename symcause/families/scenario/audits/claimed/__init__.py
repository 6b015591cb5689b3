"""Claimed by the builders of a scenario: whether it holds, and on what an erratum rests."""
