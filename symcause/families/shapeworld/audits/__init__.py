"""Audits of ShapeWorld transcripts: what they settle, and how few steps would have done."""
