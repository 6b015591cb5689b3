"""Boolean problems and models made in Python, without writing a file.

>>> made = problem(
...     [{"X1": 0, "X2": 0, "X3": 1, "do": ""}, {"X1": 1, "X2": 1, "X3": 0, "do": ""},
...      {"X1": 0, "X2": 1, "X3": 0, "do": "X2=1"}],
...     roots=["X1"], max_parents=1)
>>> import symcause
>>> symcause.count(made).count
1
>>> gold = model({"X2": "X1", "X3": lambda X2: not X2})
>>> gold.simulate({"X1": [0, 1]}, do={"X2": 1})
{'X1': [0, 1], 'X2': [1, 1], 'X3': [0, 0]}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypedDict, Unpack, overload

from symcause.errors import UsageError
from symcause.families.boolean.files.bnet import read_bnet, write_bnet
from symcause.families.boolean.files.frame_rows import (
    has_column,
    problem_of_rows,
    problems_of_rows,
)
from symcause.families.boolean.files.python_models import Mechanism, model_of
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.class_rules import (
    Rule,
    at_most_edges,
    canalising,
    monotone,
    threshold,
    unate,
)
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.problem.worlds_from_rows import Columns

__all__ = [
    "BooleanProblem",
    "BooleanSCM",
    "Rule",
    "at_most_edges",
    "canalising",
    "model",
    "monotone",
    "problem",
    "problems",
    "read_bnet",
    "threshold",
    "unate",
    "write_bnet",
]


class Stated(TypedDict, total=False):
    """What may be said about rows, beside the rows themselves."""

    variables: Sequence[str] | None
    do: str
    world: str
    split: str
    unit: str
    setting: str | None
    roots: Sequence[str] | None
    order: Sequence[str] | None
    blocks: Sequence[Sequence[str]] | None
    root_count: int | None
    operators: Sequence[str] | None
    constants: bool | None
    max_parents: int | None
    gold: BooleanSCM | Mapping[str, object] | None
    reference: BooleanSCM | Mapping[str, object] | None
    errors: int | None
    latent: Sequence[str] | None
    knowledge: Mapping[str, object] | None
    metadata: Mapping[str, object] | None


@overload
def problem(rows: Any, **stated: Unpack[Stated]) -> BooleanProblem: ...


@overload
def problem(rows: Any, *, id: str, **stated: Unpack[Stated]) -> Any: ...


def problem(
    rows: Any,
    *,
    variables: Sequence[str] | None = None,
    do: str = "do",
    world: str = "world",
    split: str = "split",
    unit: str = "unit",
    id: str | None = None,
    setting: str | None = None,
    roots: Sequence[str] | None = None,
    order: Sequence[str] | None = None,
    blocks: Sequence[Sequence[str]] | None = None,
    root_count: int | None = None,
    operators: Sequence[str] | None = None,
    constants: bool | None = None,
    max_parents: int | None = None,
    gold: BooleanSCM | Mapping[str, object] | None = None,
    reference: BooleanSCM | Mapping[str, object] | None = None,
    errors: int | None = None,
    latent: Sequence[str] | None = None,
    knowledge: Mapping[str, object] | None = None,
    metadata: Mapping[str, object] | None = None,
) -> Any:
    """A problem from rows: a frame of pandas or polars, mappings, or an array with *variables*.

    *variables* select columns; without them all are variables but those named here. A cell of the column
    *do* is empty, ``X3=1`` (held at that value) or ``X3`` (set to what the row says); a column ``do_X3``
    holds what X3 was held at, and a column ``do(X3=1)`` has 1 where X3 was held at 1. Rows with equal *do*
    make a world, or those with equal *world* where there is such a column; *split* and *unit* may be
    columns, too. The setting follows from what is disclosed: *order*, *blocks*, *root_count*, else
    ``hidden-order``. A cell that was not observed is empty (None, NaN) or ``?``. Where *id* is a column,
    there is one problem for each of its values, in a list, as :func:`problems` gives it; else it is what
    the problem is called. Raises ProblemError, which names row and column.

    >>> rows = [{"X1": 0, "X2": 0}, {"X1": 1, "X2": 1}, {"X1": 0, "X2": 1, "do": "X2=1"}]
    >>> made = symcause.boolean.problem(rows, roots=["X1"])
    >>> [(world.targets, world.rows) for world in made.worlds]
    [((), ('00', '11')), (('X2',), ('01',))]
    """
    stated = {
        "id": id or "problem",
        "setting": setting,
        "roots": roots,
        "order": order,
        "blocks": blocks,
        "root_count": root_count,
        "operators": operators,
        "constants": constants,
        "max_parents": max_parents,
        "gold": gold,
        "reference": reference,
        "errors": errors,
        "latent": latent,
        "knowledge": knowledge,
        "metadata": metadata,
    }
    columns = Columns(do, world, split, unit)
    if id is not None and id not in (variables or ()) and has_column(rows, id):
        return problems_of_rows(rows, id, columns, variables, stated)
    return problem_of_rows(rows, columns, variables, stated)


def problems(rows: Any, *, id: str = "problem", **stated: Unpack[Stated]) -> list[BooleanProblem]:
    """The problems of a table: one for each value of its column *id*, in the order in which they begin.

    The other arguments are those of :func:`problem` and hold for all of them; ``symcause.save`` writes the
    list as a pool.

    >>> rows = [{"problem": "a", "X1": 0, "X2": 1}, {"problem": "b", "X1": None, "X2": 0}]
    >>> [made.id for made in symcause.boolean.problems(rows, roots=["X1"])]
    ['a', 'b']
    """
    if not has_column(rows, id):
        raise UsageError("no such column", value=id, remedy="id= names the column of problems")
    boolean_problems: list[BooleanProblem] = problem(rows, id=id, **stated)
    return boolean_problems


def model(
    mechanisms: Mapping[str, Mechanism] | Any,
    roots: Iterable[str] | None = None,
    *,
    tables: Mapping[str, Any] | None = None,
) -> BooleanSCM:
    """A model from its mechanisms; what none of them defines is a root, unless *roots* are given.

    A mechanism is a text in either notation (``X1 ^ X4``, ``(xor X1 X4)``), a function whose parameters are
    its parents, or parents and outputs, ``(["X1", "X4"], [0, 1, 1, 0])`` (the first parent changes
    fastest). A directed graph of networkx takes outputs, over its own parents in natural order, from
    *tables*. Raises ProblemError for a cycle, and for what is no mechanism.

    >>> gold = symcause.boolean.model({"X2": "!X1", "X3": lambda X1, X2: X1 and X2})
    >>> gold.simulate({"X1": 1}, do={"X2": 1})
    {'X1': 1, 'X2': 1, 'X3': 1}
    """
    return model_of(mechanisms, roots, tables)
