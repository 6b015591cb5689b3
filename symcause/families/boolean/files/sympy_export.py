"""Sympy export: Boolean gold mechanisms as a Python module file that builds them in sympy."""

from __future__ import annotations

from symcause.errors import UsageError
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.grammar.mechanisms.mechanism_sympy import python_source


def exported(problem: BooleanProblem, first: bool) -> str:
    """The module of one problem; two do not fit into one."""
    if problem.gold is None:
        raise UsageError("the problem has no gold: nothing to write", value=problem.id)
    if not first:
        raise UsageError(
            "several problems do not fit into one module",
            value=problem.id,
            remedy="pick one with --id",
        )
    return python_source(problem.gold.mechanisms, problem.id)
