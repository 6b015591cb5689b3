"""Boolean problems as ``symcause.boolean/1``, or 2 where it takes that: the reverse of :mod:`.document`."""

from __future__ import annotations

from symcause.families.boolean.problem.canonical import describe
from symcause.families.boolean.problem.problem import BooleanProblem


def write_boolean(problem: BooleanProblem) -> dict[str, object]:
    """The document of a problem, keys in the order of the format."""
    described = describe(problem)
    document = {"format": described.pop("format"), "id": problem.id, **described}
    if problem.metadata:
        document["metadata"] = dict(problem.metadata)
    return document
