"""Which view a document gets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symcause.families.boolean.problem.problem import BooleanProblem


def view_of(document: Mapping[str, Any], problem: object) -> dict[str, Any]:
    """The view of an audit document and its problem (None if that could not be read)."""
    if "error" in document or problem is None:
        message = document.get("error") or "The problem is not at hand; only its verdict is known."
        return {
            "kind": "error",
            "id": str(document.get("problem")),
            "verdict": str(document.get("verdict", "failed")),
            "error": str(message),
        }
    if isinstance(problem, BooleanProblem):
        from symcause.families.boolean.report.view import boolean_view

        return boolean_view(document, problem)
    from symcause.families.linear.problem.problem import LinearProblem
    from symcause.families.linear.report.view import linear_view

    assert isinstance(problem, LinearProblem)
    if "steps" in document:
        from symcause.families.linear.report.trajectory import trajectory_view

        return trajectory_view(document, problem)
    return linear_view(document, problem)
