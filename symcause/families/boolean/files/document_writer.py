"""Document writer: a Boolean problem as a file in format version 1, or 2 where that is needed."""

from __future__ import annotations

from symcause.families.boolean.problem.fingerprint import describe
from symcause.families.boolean.problem.problem import BooleanProblem


def write_boolean(problem: BooleanProblem) -> dict[str, object]:
    """The document of a problem, keys in the order of the format."""
    described = describe(problem)
    document = {"format": described.pop("format"), "id": problem.id, **described}
    if problem.metadata:
        document["metadata"] = dict(problem.metadata)
    return document
