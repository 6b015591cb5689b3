"""The ShapeWorld family in Python: problems made from steps, without writing a file.

>>> made = problem(["circle", "star"], ("circle", "star"), [("hold", "circle", [])],
...                initial=["circle", "star"])
>>> import symcause
>>> str(symcause.audit(made).verdict)
'yes'
>>> str(symcause.audit(made.cut(0)).verdict)
'open'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from symcause.families.shapeworld.files.frame_rows import problem_of_steps
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem, Step

__all__ = ["ShapeWorldProblem", "Step", "problem"]


def problem(
    shapes: Iterable[str],
    question: Iterable[str],
    transcript: Any = (),
    *,
    initial: Iterable[str] | None,
    gold: Any = None,
    truth: bool | Literal["yes", "no"] | None = None,
    answer: str | None = None,
    scope: Literal["all", "rooted", "listed", "core"] | None = None,
    limit: int | None = None,
    protocol: bool | None = None,
    id: str = "problem",
    metadata: Mapping[str, object] | None = None,
) -> ShapeWorldProblem:
    """A problem: does the first shape of the *question* moving make the second one move?

    A step of the *transcript* is ``("hold", "circle", ["star"])``: the action, its shape, and all shapes
    that move after it (None where nothing was seen); or a row with the columns action, shape, moving, in a
    frame of pandas or polars as well. *initial* are the shapes that move at the start, None in a log
    without any state. *gold* are pairs, a DAG or a graph of networkx; *scope* is the class. Raises
    ProblemError, which names row and column.

    >>> seen = [("hold", "circle", [])]
    >>> shapes = ["circle", "star"]
    >>> str(symcause.audit(symcause.shapeworld.problem(shapes, shapes, seen, initial=shapes)).verdict)
    'yes'
    """
    stated = {
        "id": id,
        "initial": initial,
        "answer": answer,
        "class": scope,
        "limit": limit,
        "gold": gold,
        "truth": truth,
        "protocol": protocol,
        "metadata": metadata,
    }
    return problem_of_steps(shapes, question, transcript, stated)
