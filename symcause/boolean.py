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
    """Make a Boolean problem from rows of your own.

    Rows with equal *do* make a world, or rows with equal *world* where there is such a column. The
    setting follows from what is disclosed: *order*, *blocks*, *root_count*, else ``hidden-order``.

    Parameters
    ----------
    rows : DataFrame, array or iterable of mapping
        A frame of pandas or polars, mappings, texts, or an array with *variables*. A cell is 0 or 1;
        a cell that was not observed is empty, None, NaN or ``?``.
    variables : sequence of str, optional
        The columns that are variables; without it all are but those that the next arguments name.
    do : str, default 'do'
        The column of interventions: empty, ``X3=1`` (held at that value) or ``X3`` (set to what the
        row says). A column ``do_X3`` holds the value that X3 was held at; a column ``do(X3=1)`` has
        1 where X3 was held at 1.
    world : str, default 'world'
        The column of worlds.
    split : str, default 'split'
        The column that says train or heldout.
    unit : str, default 'unit'
        The column of units.
    id : str, optional
        The name of the problem, or a column: then a list has one problem for each of its values.
    setting : str, optional
        ordered, block-order, hidden-order or hidden-roots.
    roots : sequence of str, optional
        The roots.
    order : sequence of str, optional
        The disclosed order of the variables.
    blocks : sequence of sequence of str, optional
        The disclosed order of blocks.
    root_count : int, optional
        How many roots there are, where their names are hidden.
    operators : sequence of str, optional
        The operators of mechanisms; by default not, and, or, xor, iff.
    constants : bool, optional
        Whether mechanisms may be constant.
    max_parents : int, optional
        The largest number of functional parents.
    gold : BooleanSCM or mapping, optional
        The reference answer.
    reference : BooleanSCM or mapping, optional
        The model that a task asks an alternative to.
    errors : int, optional
        How many training cells may be wrong.
    latent : sequence of str, optional
        Variables that are never observed and never set.
    knowledge : mapping, optional
        What is known about edges beforehand.
    metadata : mapping, optional
        What is kept with the problem.

    Returns
    -------
    BooleanProblem or list of BooleanProblem
        A list where *id* names a column.

    Raises
    ------
    ProblemError
        A row or an argument is malformed; the message names row and column.

    See Also
    --------
    symcause.boolean.problems : several problems in one table.
    symcause.save : write the problem to a file.

    Examples
    --------
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
    """Make the problems of a table: one for each value of its column *id*, in their order.

    Parameters
    ----------
    rows : DataFrame, array or iterable of mapping
        As :func:`problem` takes them.
    id : str, default 'problem'
        The column of problems.
    **stated
        The other arguments of :func:`problem`; they hold for all problems.

    Returns
    -------
    list of BooleanProblem
        ``symcause.save`` writes it as a pool.

    Raises
    ------
    UsageError
        There is no such column.
    ProblemError
        A row is malformed; the message names row and column.

    See Also
    --------
    symcause.boolean.problem : one problem.

    Examples
    --------
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
    """Make a Boolean model from its mechanisms.

    A variable without a mechanism is a root, unless *roots* are given.

    Parameters
    ----------
    mechanisms : mapping or networkx.DiGraph
        By variable: a text in either notation (``X1 ^ X4``, ``(xor X1 X4)``), a function whose
        parameters are its parents, or parents and outputs, ``(["X1", "X4"], [0, 1, 1, 0])``, where
        the first parent changes fastest.
    roots : iterable of str, optional
        The roots.
    tables : mapping, optional
        Outputs by node of a graph of networkx, over its parents in natural order.

    Returns
    -------
    BooleanSCM
        The model; models are equal if their functions are.

    Raises
    ------
    ProblemError
        The mechanisms form a cycle, or one cannot be read.

    See Also
    --------
    symcause.boolean.problem : a problem from rows.
    symcause.boolean.read_bnet : a model from a network file.

    Examples
    --------
    >>> gold = symcause.boolean.model({"X2": "!X1", "X3": lambda X1, X2: X1 and X2})
    >>> gold.simulate({"X1": 1}, do={"X2": 1})
    {'X1': 1, 'X2': 1, 'X3': 1}
    """
    return model_of(mechanisms, roots, tables)
