"""The dataset view of a linear problem: its evidence and question, without gold."""

from __future__ import annotations

from dataclasses import replace

from symcause.families.linear.problem.problem import LinearProblem
from symcause.renderings.rendering_metadata import public_metadata


def public(problem: LinearProblem) -> LinearProblem:
    """The evidence and the question: neither gold, nor a class read off it, nor what a simulation needs."""
    known = problem.coefficients
    shown = replace(known, min_effect=None) if problem.class_from_gold else known
    return replace(
        problem,
        gold=None,
        episode=None,
        coefficients=shown,
        metadata=public_metadata(problem.metadata),
    )
