"""Frame rows as ShapeWorld files: actions, shapes and what moved.

The rows become the document that a file would hold, so every rule of files holds here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, cast

from symcause.errors import ProblemError, SymcauseError
from symcause.families.shapeworld.files.document import read_shapeworld
from symcause.families.shapeworld.problem.fingerprint import FORMAT
from symcause.families.shapeworld.problem.problem import NO, YES, ShapeWorldProblem, Step
from symcause.formats.python_rows import Row, by_row, is_missing, place, records
from symcause.models.dags import DAG

if TYPE_CHECKING:
    from networkx import DiGraph

_COLUMNS = ("action", "shape", "moving")
_TABLE = "transcript"


def problem_of_steps(
    shapes: Iterable[str],
    question: Iterable[str],
    transcript: Any,
    stated: Mapping[str, object],
) -> ShapeWorldProblem:
    """The problem; *stated* are the other keys of the file."""
    listed, asked = _names(shapes, "shapes"), _names(question, "question")
    if len(asked) != 2:
        raise ProblemError("a question has a cause and an effect", place="question", value=asked)
    document = {
        **{
            key: _READ.get(key, _as_is)(value) for key, value in stated.items() if value is not None
        },
        "format": FORMAT,
        "shapes": listed,
        "question": {"cause": asked[0], "effect": asked[1]},
        "transcript": _written(transcript),
    }
    document.setdefault("initial", None)
    try:
        return read_shapeworld(document)
    except SymcauseError as error:
        raise by_row(error, {}) from None


def _written(transcript: Any) -> list[Row]:
    if isinstance(transcript, list | tuple):
        transcript = [asdict(step) if isinstance(step, Step) else step for step in transcript]
    try:
        rows = list(records(transcript, _COLUMNS))
    except ProblemError as error:
        raise error.placed(f"{_TABLE}, {error.complaint.place}") from None
    return [_step(row, number) for number, row in enumerate(rows, 1)]


def _step(row: Row, number: int) -> Row:
    """A step without its empty cells; an empty list says that nothing moved."""
    values = {name: value for name, value in row.items() if not is_missing(value)}
    if "moving" in values:
        values["moving"] = _names(values["moving"], place(number, "moving", _TABLE))
    return values


def _names(given: Any, where: str) -> list[object]:
    """Names in a row; a text would be taken letter by letter."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise ProblemError(
            "not a list of shapes", place=where, value=given, remedy='write ["circle", "star"]'
        )
    return list(given)


def _gold(gold: Any) -> object:
    """Pairs, a DAG of ours, a directed graph of networkx; or as a file has it."""
    if isinstance(gold, Mapping) and "edges" in gold:
        return gold
    return {"edges": [list(edge) for edge in _pairs(gold)]}


def _pairs(gold: Any) -> Iterable[Iterable[object]]:
    if isinstance(gold, DAG):
        return gold.edges
    graph: DiGraph[Any] | None = gold if hasattr(gold, "predecessors") else None
    return cast("Iterable[Iterable[object]]", gold if graph is None else graph.edges)


def _truth(truth: object) -> object:
    return {True: YES, False: NO}[truth] if isinstance(truth, bool) else truth


def _as_is(value: object) -> object:
    return value


_READ: dict[str, Callable[[Any], object]] = {
    "initial": lambda given: _names(given, "initial"),
    "gold": _gold,
    "truth": _truth,
}
"""What people write otherwise than files do."""
