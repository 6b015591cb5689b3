"""Certificates about statements."""
