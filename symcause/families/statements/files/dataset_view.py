"""The dataset view of a problem of statements: what is published of it and counted."""

from __future__ import annotations

from dataclasses import replace

from symcause.families.statements.problem.problem import StatementsProblem


def public(problem: StatementsProblem) -> StatementsProblem:
    """Statements and hypothesis, without the label."""
    return replace(problem, gold=None, metadata={})


def tally(problem: StatementsProblem) -> dict[str, str]:
    """What the datasheet counts."""
    return {
        "variables": str(len(problem.variables)),
        "relation": problem.hypothesis.relation,
        "reading": problem.hypothesis.reading,
        "label": "unknown" if problem.gold is None else str(problem.gold),
    }
