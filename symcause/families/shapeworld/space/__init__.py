"""The version space of a transcript: every relation of the class that shows what was seen."""
