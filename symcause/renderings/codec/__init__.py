"""The codec: one description of a text by which it is both written and read."""
