"""The released analysis bundle: what it records of every answer, its classes, and its tables."""
