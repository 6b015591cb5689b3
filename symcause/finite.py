"""The finite family in Python: problems made from rows, classes of mechanisms made from operators.

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
    """Make a finite problem from rows of your own.

    Rows with equal *do*, *world* and *split* make a world. The setting follows from what is disclosed:
    *order*, *blocks*, *root_count*, else hidden-order.

    Parameters
    ----------
    rows : DataFrame, iterable of mapping, or array
        A frame of pandas or polars, mappings, columns, or an array with *variables*. A cell that was not
        observed is empty, None, NaN or ``?``.
    mechanisms : str, sequence of str, mapping or path
        The class of mechanisms: a name (``"disjunctive"``), several, what :func:`grammar` makes, the key
        ``class`` of a file, or the path of a class file.
    max_parents, min_parents : int, optional
        The largest and the least number of functional parents.
    variables : sequence of str, optional
        The columns that are variables; without it all are but those that the next arguments name.
    values : mapping, optional
        The values of variables; those in the column by default, integers before words, each ascending.
    do : str, default 'do'
        The column of interventions: empty, ``A=2, L=on``, ``A`` (set to what the row says), or a mapping.
    world : str, default 'world'
        The column of worlds.
    split : str, default 'split'
        The column that says train or heldout.
    id : str, default 'problem'
        The name of the problem.
    roots : sequence of str, optional
        The roots.
    order : sequence of str, optional
        The disclosed order of the variables.
    blocks : sequence of sequence of str, optional
        The disclosed order of blocks.
    root_count : int, optional
        How many roots there are, where their names are hidden.
    queries : sequence of mapping, optional
        Questions about predictions, as in a file.
    task : {'model', 'predict'}, optional
        What is asked for.
    gold : mapping, optional
        The reference answer.
    knowledge : mapping, optional
        What is known about edges beforehand.
    metadata : mapping, optional
        What is kept with the problem.

    Returns
    -------
    FiniteProblem

    Raises
    ------
    ProblemError
        A row or an argument is malformed; the message names the place.

    See Also
    --------
    symcause.finite.grammar : a class of mechanisms made from operators.
    symcause.save : write the problem to a file.

    Examples
    --------
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
    """Make a class of mechanisms: all functions that some short expression computes.

    Parameters
    ----------
    operators : mapping or iterable of str
        Names of built-in operators, or a mapping: True for a built-in one, its meaning over ``a b c d``
        or ``...`` as a text, which tells how many arguments it has, or what a class file has.
    max_size : int
        The most symbols of an expression.
    max_depth : int, optional
        The deepest nesting of an expression.
    constants : sequence of int or str, or 'own', optional
        The constants that expressions may use; with ``'own'`` the values of the variable itself.
    max_parents, min_parents : int, optional
        The largest and the least number of functional parents.

    Returns
    -------
    dict
        The class, as ``symcause schema finite-class`` describes it, without its ``format``.

    Raises
    ------
    ProblemError
        An operator or a bound is malformed; the message names the place.

    See Also
    --------
    symcause.finite.problem : a problem with this class.

    Examples
    --------
    >>> made = symcause.finite.grammar({"plus": "(mod (add a b) 3)", "min": True}, max_size=5)
    >>> made["grammar"]["operators"]
    {'plus': {'arity': 2, 'means': '(mod (add a b) 3)'}, 'min': True}
    """
    stated = {"max_depth": max_depth, "constants": constants}
    chosen = {key: value for key, value in stated.items() if value is not None}
    keys = {"grammar": {"max_size": max_size, **chosen, "operators": operators_of(operators)}}
    return class_of(keys, {"max_parents": max_parents, "min_parents": min_parents})
