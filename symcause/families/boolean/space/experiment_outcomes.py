"""Outcomes of an experiment in a Boolean space (``what_if``): what members show, and how many.

An experiment sets its targets and gives every variable a value, should it be a root (the *context*); a
model runs on it and shows the values of all variables, one row or several. Few members are run one by one.
More are counted, outcome by outcome: the members that show an outcome are those of the space with that
world as evidence, whose roots have the values of the context. Outcomes are found row by row: a row that no
member shows is followed no further.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from symcause.answers import Unknown
from symcause.audits.experiments.experiment_forms import settings
from symcause.audits.experiments.outcome_shares import Outcomes, Plain, counted
from symcause.budgets import StrictMeter
from symcause.errors import LimitError, UsageError, did_you_mean
from symcause.families.boolean.bounds import COUNTED_OUTCOMES, FREE_VARIABLES
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.mechanisms.evidence_extension import Revised
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


def by_counting(space: ExactSpace, experiment: Plain) -> Outcomes | Unknown:
    """The outcomes with exact numbers, or why there are too many to look for."""
    done = experiment["assignments"]
    assert isinstance(done, Mapping)
    try:
        search = _Search(space, experiment, dict(done))
        outcomes = counted(experiment, list(search.outcomes()))
    except LimitError as error:
        return Unknown(str(error))
    if outcomes.total != space.count:
        raise AssertionError(f"{outcomes.total} members show something, not {space.count}")
    return outcomes


@dataclass
class _Search:
    """Rows that members show, one after the other."""

    space: ExactSpace
    experiment: Plain
    done: Mapping[str, Any]

    def __post_init__(self) -> None:
        self.looked = StrictMeter(
            COUNTED_OUTCOMES, f"more than {COUNTED_OUTCOMES:,} outcomes to look for"
        )
        columns, self.number = spread(self.experiment["context"], self.done)
        self.rows = self.number or 1
        problem = self.space.problem
        certain = set(problem.disclosure.roots or ()) | set(self.done)
        self.free = [v for v in problem.variables if v not in certain]
        if len(self.free) > FREE_VARIABLES:
            raise LimitError(
                f"{len(self.free)} variables of a row may be 0 or 1: too many outcomes"
            )
        self.branches = {b.roots for b in self.space.branches if not b.is_empty}
        needed = certain | {name for roots in self.branches for name in roots}
        for name in needed:
            if name not in columns:
                raise UsageError("no value of a root", value=name)
        self.context = [{v: int(columns[v][row]) for v in columns} for row in range(self.rows)]
        self.certain = certain

    def outcomes(self) -> Iterator[tuple[Plain, int]]:
        names = self.space.problem.variables
        for rows, members in self._grown((), self.space.count):
            columns = zip(*rows, strict=True)
            values = {
                v: [int(bit) for bit in column] for v, column in zip(names, columns, strict=True)
            }
            one = self.number is None
            yield {v: bits[0] if one else bits for v, bits in values.items()}, members

    def _grown(self, rows: tuple[str, ...], members: int) -> Iterator[tuple[tuple[str, ...], int]]:
        """The outcomes that begin with these rows."""
        if len(rows) == self.rows or not members:
            yield from [(rows, members)] if members else []
            return
        left = members
        for row in self._possible(len(rows)):
            if not left:
                return
            more = self._members((*rows, row))
            left -= more
            yield from self._grown((*rows, row), more)

    def _possible(self, at: int) -> Iterator[str]:
        known = {v: self.context[at][v] for v in self.certain}
        for bits in product((0, 1), repeat=len(self.free)):
            state = known | dict(zip(self.free, bits, strict=True))
            yield "".join(str(state[v]) for v in self.space.problem.variables)

    def _members(self, rows: Sequence[str]) -> int:
        """How many members show these rows."""
        self.looked.spend()
        problem = self.space.problem
        world = _world(_NAME, tuple(self.done), tuple(rows))
        grown = problem.with_worlds((world,))
        evidence = Revised(self.space.evidence, grown)
        after = ExactSpace.of(grown, self.space.hypotheses, evidence)
        place = {v: i for i, v in enumerate(problem.variables)}
        return sum(
            branch.count
            for branch in after.branches
            if branch.roots in self.branches
            and all(
                int(row[place[v]]) == self.context[r][v]
                for r, row in enumerate(rows)
                for v in branch.roots
            )
        )
