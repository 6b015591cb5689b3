"""The findings cache of ShapeWorld audits: transcripts that differ only in names, judged once.

Shapes are put in the order of their columns (:mod:`~space.shape_exchange`) and lose their names. Two
transcripts with the same columns and the same irregular lines then become one: history, status of pairs,
counts and optimum are found once and kept. Among actions that are worth the same each transcript takes the
one that *it* lists first, so all of them are kept.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.shapeworld.audits.intervention_optimum import ExpectedOptimum, Optimum
from symcause.families.shapeworld.bounds import KEPT_TRANSCRIPTS
from symcause.families.shapeworld.problem.hidden_statuses import Driven, Statuses, shown_statuses
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem, Step
from symcause.families.shapeworld.problem.verdict_kinds import TranscriptVerdict
from symcause.families.shapeworld.problem.world_classes import Scope, WorldClass
from symcause.families.shapeworld.space.shape_exchange import columns
from symcause.families.shapeworld.space.shapeworld_space import ShapeWorldSpace
from symcause.families.shapeworld.space.transcript_history import History, walk
from symcause.families.shapeworld.space.world_separation import Move


@dataclass(frozen=True)
class Findings:
    """What is known of a transcript, shapes by their place in the listing; None is not known yet."""

    history: History
    statuses: Statuses | None = None
    driven: Driven | None = None  # by something hidden, in classes that have it
    counts: tuple[int, int | None] | None = None  # relations and DAGs
    bound: int | None = None
    worst_case: int | None = None
    expected: ExpectedOptimum | None = None
    equally_good: tuple[Move, ...] = ()
    """The best actions, as listed."""

    @property
    def is_empty(self) -> bool:
        """Is there nothing but the history: no start, or no member?"""
        return self.history.impossible_at is not None or self.history.start.moving is None

    def named(self, order: tuple[int, ...]) -> Findings:
        """The same where the shape that stands at i here stands at order[i]."""
        statuses = None
        if self.statuses is not None:
            moved = {(order[x], order[y]): status for (x, y), status in self.statuses.items()}
            statuses = {pair: moved[pair] for pair in sorted(moved)}
        driven = None
        if self.driven is not None:
            driven = dict(sorted((order[y], status) for y, status in self.driven.items()))
        good = ((action, order[shape]) for action, shape in self.equally_good)
        ordered = tuple(sorted(good, key=lambda move: move[1]))
        return replace(self, statuses=statuses, driven=driven, equally_good=ordered)


def findings(problem: ShapeWorldProblem, scope: WorldClass, budget: Meter) -> Iterator[Findings]:
    """What follows from a transcript, growing; a fresh budget bounds the search for the optimum."""
    plain, order, key = _nameless(problem, scope)
    if budget.seconds_left is not None:  # what is known then depends on the clock
        yield from (found.named(order) for found in _found(plain, scope, budget))
        return
    effort = budget.left
    known = _KEPT.get((key, effort))
    if known is not None:
        _KEPT.move_to_end((key, effort))
        yield known.named(order)
        return
    for found in _found(plain, scope, budget):
        yield found.named(order)
        known = found
    assert known is not None
    history = replace(known.history, left=Unknown("not kept"))
    _KEPT[key, effort] = replace(known, history=history)
    if len(_KEPT) > KEPT_TRANSCRIPTS:
        _KEPT.popitem(last=False)


_KEPT: OrderedDict[tuple[Hashable, int | None], Findings] = OrderedDict()


def _nameless(
    problem: ShapeWorldProblem, scope: WorldClass
) -> tuple[ShapeWorldProblem, tuple[int, ...], Hashable]:
    """The transcript, shapes in the order of their columns; where each stood; what it is known by."""
    found = columns(problem, scope)
    order = tuple(sorted(range(problem.size), key=lambda x: found[x]))
    names = {problem.shapes[x]: f"s{place}" for place, x in enumerate(order)}
    lines = tuple(_line(step, names) for step in problem.transcript)
    plain = ShapeWorldProblem(
        id="nameless",
        shapes=tuple(names.values()),
        cause=names[problem.cause],
        effect=names[problem.effect],
        initial=None if problem.initial is None else _moving(problem.initial, names),
        transcript=lines,
    )
    irregular = tuple((line.invalid, line.moving is None, line.action is None) for line in lines)
    columned = tuple(found[x] for x in order)
    return plain, order, (str(scope), problem.initial is None, columned, irregular)


def _line(step: Step, names: dict[str, str]) -> Step:
    """A line without names; who was meant by an action that did not count plays no role."""
    moving = None if step.moving is None else _moving(step.moving, names)
    if step.action is None:
        return Step(moving=moving)
    if step.is_numbered:
        return Step(step.action, names[str(step.shape)], moving)
    return Step("move", "s0", moving, step.invalid)


def _moving(moving: tuple[str, ...], names: dict[str, str]) -> tuple[str, ...]:
    return tuple(names[name] for name in moving)


def _found(problem: ShapeWorldProblem, scope: WorldClass, budget: Meter) -> Iterator[Findings]:
    """Verdict first, what takes long last."""
    found = Findings(walk(problem, scope))
    yield found
    if found.is_empty:
        return
    space = ShapeWorldSpace(problem, Scope(scope), found.history.left)
    pairs = space.solver.statuses()
    assert pairs is not None, "a space with members"
    statuses, driven = shown_statuses(space.case, pairs)
    found = replace(found, statuses=statuses, driven=driven)
    yield found
    found = replace(found, counts=space.listed_counts())
    yield found
    optimum = Optimum(space, budget)
    if found.history.verdict is not TranscriptVerdict.OPEN:
        settled = ExpectedOptimum.of(0)
        yield replace(found, bound=0, worst_case=0, expected=settled)
        return
    worst = optimum.worst_case()
    found = replace(
        found,
        bound=optimum.bound(),
        worst_case=None if isinstance(worst, Unknown) else worst,
        equally_good=optimum.plans(),
    )
    yield found
    expected = optimum.expected()
    if not isinstance(expected, Unknown):
        yield replace(found, expected=expected, equally_good=optimum.equally_good())
