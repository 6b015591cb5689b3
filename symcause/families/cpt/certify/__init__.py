"""Certificates about tables, made for the verifier."""
