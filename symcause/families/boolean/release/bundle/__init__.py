"""The released ReplaySCM analysis bundle: records of every Boolean answer, classes, tables."""
