"""Verdicts about transcripts: what they settle, step by step, and how few steps would have done."""
