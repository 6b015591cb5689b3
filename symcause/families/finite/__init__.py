"""Finite worlds: variables of any finitely many values, mechanisms of a class that the file declares."""
