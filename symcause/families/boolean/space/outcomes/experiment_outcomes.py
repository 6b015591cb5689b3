"""Outcomes of an experiment on Boolean models: how it is stated, what a model shows, which world that is.

An experiment sets its targets and gives every variable a value, should it be a root (the *context*); a
model runs on it and shows the values of all variables, one row or several.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symcause.audits.experiments.experiment_forms import settings
from symcause.audits.experiments.outcome_shares import Plain
from symcause.errors import UsageError, did_you_mean
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.formats.python_rows import spread

_NAME = "what if"  # the world of an outcome


def stated(problem: BooleanProblem, given: Any, roots: Any) -> Plain:
    """An experiment in its one form: what is set, and the values of roots.

    *given* is written in any of the forms of :mod:`symcause.audits.experiments.experiment_forms`.
    Without *roots* they have the values of the first observational training world.
    """
    told = settings(given)
    if told is None:
        raise UsageError("not an experiment", value=given, remedy='set variables: {"X3": 1}')
    told = {n: int(b) if isinstance(b, str) and b in ("0", "1") else b for n, b in told.items()}
    if roots is None and isinstance(given, Mapping):
        roots = given.get("context")
    context = _observed(problem) if roots is None else roots
    names = problem.variables
    for name in (*told, *getattr(context, "columns", context)):
        if name not in names:
            raise UsageError("no such variable", value=name, remedy=did_you_mean(str(name), names))
    return {"type": "hard_do", "assignments": told, "context": context}


def _observed(problem: BooleanProblem) -> dict[str, list[int]]:
    """The rows of the first world that was only observed, and in full."""
    for world in problem.training:
        if world.mode is Mode.NONE and world.holes is None:
            columns = zip(*world.rows, strict=True)
            bits = ([int(bit) for bit in column] for column in columns)
            return dict(zip(problem.variables, bits, strict=True))
    raise UsageError("nothing was only observed", remedy='give the values of roots={"X1": 0, …}')


def model_values(model: BooleanSCM, experiment: Plain) -> dict[str, Any]:
    """What a model shows: a value of every variable, or a list where there are several rows."""
    context, done = experiment["context"], experiment["assignments"]
    assert isinstance(done, Mapping)
    return model.simulate(context, do=done)  # type: ignore[arg-type]  # or a frame


def world_of(problem: BooleanProblem, experiment: Plain, outcome: Plain) -> World:
    """An outcome as one more training world."""
    columns, _ = spread(outcome)
    missing = [name for name in problem.variables if name not in columns]
    if missing:
        raise UsageError("the outcome has no value of a variable", value=missing[0])
    taken = {world.id for world in problem.worlds}
    name = next(n for i in range(len(taken) + 1) if (n := f"{_NAME} {i}") not in taken)
    bits = [[str(int(bit)) for bit in columns[v]] for v in problem.variables]
    rows = tuple("".join(row) for row in zip(*bits, strict=True))
    done = experiment["assignments"]
    assert isinstance(done, Mapping)
    for target, values in spread(outcome, done)[0].items():
        if target in done and values != columns[target]:
            raise UsageError(f"the experiment sets {target}, the outcome differs", value=values)
    return _world(name, tuple(done), rows)


def _world(name: str, targets: tuple[str, ...], rows: tuple[str, ...]) -> World:
    return World(name, Split.TRAIN, Mode.ASSIGNED if targets else Mode.NONE, targets, rows)
