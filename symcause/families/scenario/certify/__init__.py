"""Certificates of scenarios: what an audit found, as claims that the kernel checks."""
