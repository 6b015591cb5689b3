"""The finite door, for whoever programs.

Problems are made from rows, classes of mechanisms from operators.

>>> dials = grammar({"turn": "(mod (add a b) 3)", "eq": True}, max_size=5, constants=[0, 1, 2])
>>> made = problem(
...     [{"A": 0, "B": 1, "C": 1}, {"A": 1, "B": 1, "C": 2}, {"A": 2, "B": 2, "C": 1}],
...     roots=["A", "B"], mechanisms=dials,
...     queries=[{"id": "next", "do": {"A": 2, "B": 1}, "of": "C"}])
>>> import symcause
>>> symcause.count(made).count
1
>>> [(query.id, query.status, query.answer) for query in symcause.audit(made).queries]
[('next', 'settled', 1)]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from typing import Any, Literal

from symcause.families.finite.files.frame_rows import (
    Columns,
    class_of,
    operators_of,
    problem_of_rows,
)
from symcause.families.finite.problem.problem import FiniteProblem

__all__ = ["FiniteProblem", "grammar", "problem"]

Value = int | str


def problem(
    rows: Any,
    *,
    mechanisms: str | Sequence[str] | Mapping[str, object] | PathLike[str],
    max_parents: int | None = None,
    min_parents: int | None = None,
    variables: Sequence[str] | None = None,
    values: Mapping[str, Sequence[Value]] | None = None,
    do: str = "do",
    world: str = "world",
    split: str = "split",
    id: str = "problem",
    roots: Sequence[str] | None = None,
    order: Sequence[str] | None = None,
    blocks: Sequence[Sequence[str]] | None = None,
    root_count: int | None = None,
    queries: Sequence[Mapping[str, object]] | None = None,
    task: Literal["model", "predict"] | None = None,
    gold: Mapping[str, object] | None = None,
    knowledge: Mapping[str, object] | None = None,
    metadata: Mapping[str, object] | None = None,
) -> FiniteProblem:
    """A problem from rows: a frame of pandas or polars, mappings, columns, or an array with *variables*.

    *mechanisms* are the class: a name (``"disjunctive"``), several of them, what :func:`grammar` makes, the
    key ``class`` of a file, or the path of a class file. The values of a variable are those in its column,
    integers before words, each ascending, unless *values* states them. A cell of the column *do* is empty,
    ``A=2, L=on``, ``A`` (set to what the row says), or a mapping; rows with equal *do*, *world* and *split*
    make a world. An empty cell (None, NaN) or ``?`` was not observed. The other arguments are keys of the
    file; the setting follows from what is disclosed. Raises ProblemError with the place.

    >>> rows = [{"lever": "up", "lamp": "on"}, {"lever": "down", "lamp": "off"}]
    >>> values = {"lamp": ["off", "on"]}
    >>> made = symcause.finite.problem(rows, roots=["lever"], mechanisms="any", values=values)
    >>> symcause.solve(made).mechanisms
    {'lamp': '(table lever off on)'}
    """
    stated = {
        "id": id,
        "roots": roots,
        "order": order,
        "blocks": blocks,
        "root_count": root_count,
        "class": class_of(mechanisms, {"max_parents": max_parents, "min_parents": min_parents}),
        "queries": queries,
        "task": task,
        "gold": gold,
        "knowledge": knowledge,
        "metadata": metadata,
    }
    return problem_of_rows(rows, Columns(do, world, split), variables, values or {}, stated)


def grammar(
    operators: Mapping[str, object] | Iterable[str],
    *,
    max_size: int,
    max_depth: int | None = None,
    constants: Sequence[Value] | Literal["own"] | None = None,
    max_parents: int | None = None,
    min_parents: int | None = None,
) -> dict[str, Any]:
    """A class of mechanisms: all functions that some expression of at most *max_size* symbols computes.

    *operators* are names of built-in ones, or a mapping: True for a built-in one, its meaning over ``a b c
    d`` or ``...`` as a text, which tells how many arguments it has, or what a class file has. ``symcause
    schema finite-class`` describes the result, which is one without its ``format``.

    >>> made = symcause.finite.grammar({"plus": "(mod (add a b) 3)", "min": True}, max_size=5)
    >>> made["grammar"]["operators"]
    {'plus': {'arity': 2, 'means': '(mod (add a b) 3)'}, 'min': True}
    """
    stated = {"max_depth": max_depth, "constants": constants}
    chosen = {key: value for key, value in stated.items() if value is not None}
    keys = {"grammar": {"max_size": max_size, **chosen, "operators": operators_of(operators)}}
    return class_of(keys, {"max_parents": max_parents, "min_parents": min_parents})
