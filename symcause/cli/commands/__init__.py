"""Commands that are more than one question: score, verify, convert, generate and the like."""
