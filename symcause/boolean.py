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
from typing import Any

from symcause.families.boolean.files.bnet import read_bnet, write_bnet
from symcause.families.boolean.files.frame_rows import problem_of_rows
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
    "read_bnet",
    "threshold",
    "unate",
    "write_bnet",
]


def problem(
    rows: Any,
    *,
    variables: Sequence[str] | None = None,
    do: str = "do",
    world: str = "world",
    split: str = "split",
    unit: str = "unit",
    id: str = "problem",
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
) -> BooleanProblem:
    """A problem from rows: a frame of pandas or polars, mappings, or an array with *variables*.

    A cell of the column *do* is empty, ``X3=1`` (held at that value) or ``X3`` (set to what the row
    says). Rows with equal *do* make a world, or those with equal *world* where there is such a column;
    *split* and *unit* may be columns, too. The setting follows from what is disclosed: *order*, *blocks*,
    *root_count*, else ``hidden-order``. A cell that was not observed is ``?``. Raises ProblemError, which
    names row and column.

    >>> rows = [{"X1": 0, "X2": 0}, {"X1": 1, "X2": 1}, {"X1": 0, "X2": 1, "do": "X2=1"}]
    >>> made = symcause.boolean.problem(rows, roots=["X1"])
    >>> [(world.targets, world.rows) for world in made.worlds]
    [((), ('00', '11')), (('X2',), ('01',))]
    """
    stated = {
        "id": id,
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
    return problem_of_rows(rows, Columns(do, world, split, unit), variables, stated)


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
