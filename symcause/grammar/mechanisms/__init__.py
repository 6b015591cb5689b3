"""The grammar of Boolean mechanisms: S-expressions and infix notation, read and printed."""
