"""Operators as data: one record for each operator of the mechanism language."""
