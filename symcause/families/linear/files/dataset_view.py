"""The dataset view of a linear problem: its evidence and question, without gold."""

from __future__ import annotations

from dataclasses import replace

from symcause.families.linear.problem.problem import LinearProblem
from symcause.renderings.rendering_metadata import public_metadata


def public(problem: LinearProblem) -> LinearProblem:
    """The evidence and the question: neither gold nor what a simulation would need."""
    return replace(problem, gold=None, episode=None, metadata=public_metadata(problem.metadata))
