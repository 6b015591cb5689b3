"""Shown rows of a Boolean variable: those in which it was observed and is no target."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.families.boolean.space.mechanisms.local_rows import LocalRows


class ShownRows(LocalRows, frozen=True):
    """Rows that show a variable; *hidden* are those in which each of the others was not observed."""

    hidden: tuple[int, ...] = ()


def shown_rows(problem: BooleanProblem, variable: str) -> ShownRows:
    """The rows in which a variable is no target and was observed."""
    names = problem.variables
    at = names.index(variable)
    rows = {
        row: (w, r)
        for w, world in enumerate(problem.training)
        for r, row in enumerate(world.rows)
        if variable not in world.targets and row[at] != "?"
    }
    hidden = tuple(
        sum((row[i] == "?") << r for r, row in enumerate(rows)) for i in range(len(names))
    )
    texts = tuple(row.replace("?", "0") for row in rows)
    return ShownRows(variable, names, texts, tuple(rows.values()), hidden=hidden)


def rows_by_variable(
    problem: BooleanProblem, evidence: Evidence | None = None
) -> Callable[[str], LocalRows]:
    """The rows that show a variable, by its name, whether or not all cells were observed."""
    if problem.holed:
        return partial(shown_rows, problem)
    return (evidence or Evidence(problem)).rows
