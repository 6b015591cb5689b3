"""Bare directed acyclic graphs and their Markov equivalence classes."""

from symcause.registry import Family

_HERE = "symcause.families.dag"

FAMILY = Family(name="dag", title="graphs", problem=f"{_HERE}.problem:GraphProblem")
