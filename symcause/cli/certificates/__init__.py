"""Certificates on the command line: written, found again and judged."""
