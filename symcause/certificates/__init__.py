"""Certificates of verdicts, and the kernel that verifies them from the problem alone."""
