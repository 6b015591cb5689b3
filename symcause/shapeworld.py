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
    """Make a problem: does the first shape of the question, when it moves, make the second move?

    Parameters
    ----------
    shapes : iterable of str
        All shapes.
    question : iterable of str
        The two shapes.
    transcript : iterable of tuple or DataFrame, optional
        Steps ``("hold", "circle", ["star"])``: the action, its shape, and all shapes that move after
        it, or None where nothing was seen. A frame has the columns action, shape, moving.
    initial : iterable of str or None
        The shapes that move at the start; None in a log without any state.
    gold : iterable of pairs, DAG or graph, optional
        The true world.
    truth : bool, {'yes', 'no'}, optional
        The true answer, where the world is not known.
    answer : str, optional
        The answer of the transcript.
    scope : {'all', 'rooted', 'listed', 'core'}, optional
        The class of worlds.
    limit : int, optional
        How many actions are allowed.
    protocol : bool, optional
        Whether the first intervention was forced, as in the released program.
    id : str, default 'problem'
        The name of the problem.
    metadata : mapping, optional
        What is kept with the problem.

    Returns
    -------
    ShapeWorldProblem
        The problem.

    Raises
    ------
    ProblemError
        A step or an argument is malformed; the message names row and column.

    See Also
    --------
    symcause.Episode : play it.

    Examples
    --------
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
