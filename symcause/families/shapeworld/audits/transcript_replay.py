"""Replay of a ShapeWorld transcript for audits: what was known after each line, what was better.

An action is judged by what it guarantees: the worst case after it, then the expectation after it (members
equally likely). A *better* one guarantees more. Members of the start are listed once; each step keeps
those that show it, so that all positions of a transcript share one search. Where nobody can search, only
steps that taught nothing are told what the plan of the closed form would have done.

>>> from symcause.families.shapeworld.problem.problem import ShapeWorldProblem, Step
>>> names = ("circle", "square", "star")
>>> seen = (Step("hold", "circle", names), Step("hold", "circle", names))
>>> case = ShapeWorldProblem("demo", names, "circle", "star", names, seen)
>>> [moment.needed for moment in replay(case, WorldClass.ALL)]
[2, 2, 2]
>>> print(replay(case, WorldClass.ALL)[2].better)
hold square, then at most 1 more (here 2)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from symcause.answers import Unknown
from symcause.families.shapeworld.audits.action_order import Ranking
from symcause.families.shapeworld.audits.intervention_optimum import Optimum
from symcause.families.shapeworld.bounds import EXPECTED_MEMBERS, PROVED_SHAPES, REPLAYED_PAIRS
from symcause.families.shapeworld.models.dynamics import Action, is_void
from symcause.families.shapeworld.problem.hidden_statuses import Statuses
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.problem.start_readings import Start
from symcause.families.shapeworld.problem.verdict_kinds import Kind, TranscriptVerdict
from symcause.families.shapeworld.problem.world_classes import Scope, WorldClass
from symcause.families.shapeworld.space.relation_slices import Outcome
from symcause.families.shapeworld.space.shapeworld_space import ShapeWorldSpace
from symcause.families.shapeworld.space.transcript_history import JudgedLine, walk
from symcause.families.shapeworld.space.world_separation import Move

_FRUITLESS = (Kind.WASTED, Kind.VOID, Kind.INVALID, Kind.UNSEEN)


@dataclass(frozen=True)
class Worth:
    """What an action guarantees: interventions after it at worst, and on average where that is known."""

    worst: int
    expected: Fraction | None = None


@dataclass(frozen=True)
class Better:
    """An action that would have guaranteed more, and what the one taken guaranteed."""

    action: str
    shape: str
    worth: Worth | None = None  # None: the plan's action, where nobody can search
    taken: Worth | None = None

    def __str__(self) -> str:
        text = f"{self.action} {self.shape}"
        if self.worth is None or self.taken is None:
            return text
        if self.worth.worst < self.taken.worst:
            return f"{text}, then at most {self.worth.worst} more (here {self.taken.worst})"
        assert self.worth.expected is not None and self.taken.expected is not None
        means = (f"{float(value):.2f}" for value in (self.worth.expected, self.taken.expected))
        return "{}, then on average {} more (here {})".format(text, *means)


@dataclass(frozen=True)
class Moment:
    """The start, or what was known after a line of the transcript."""

    line: JudgedLine
    needed: int | None = None  # interventions at worst from here on
    better: Better | None = None  # than the action that led here

    @property
    def statuses(self) -> Statuses | None:
        """What is known about every pair, where it was worked out."""
        return self.line.statuses


def replay(
    problem: ShapeWorldProblem, scope: WorldClass, start: Start = Start.CLOSED
) -> tuple[Moment, ...]:
    """The start and every line of a transcript, as its history lists them; () if it is too long.

    Where the start need not be closed, nothing is said of better actions.
    """
    if problem.size * (problem.size - 1) * (1 + len(problem.transcript)) > REPLAYED_PAIRS:
        return ()
    history = walk(problem, scope, counting=start is Start.ANY, pairs=True, start=start)
    if start is Start.ANY or problem.initial is None or history.start.verdict is None:
        return tuple(Moment(line) for line in (history.start, *history.lines))
    searched = _Search.of(problem, scope)
    if searched is None:
        return _planned(problem, scope, [history.start, *history.lines])
    return tuple(searched.played(line) for line in (history.start, *history.lines))


class _Search:
    """The members that are left while a transcript goes by."""

    def __init__(self, problem: ShapeWorldProblem, ranking: Ranking, state: int) -> None:
        self._problem, self._ranking, self._state = problem, ranking, state
        self._unseen = state & -1 << problem.size  # what always moves
        self._left = ranking.slices.whole

    @classmethod
    def of(cls, problem: ShapeWorldProblem, scope: WorldClass) -> _Search | None:
        """The search from the start on; None where there are too many members."""
        if problem.size > PROVED_SHAPES:
            return None
        optimum = Optimum(ShapeWorldSpace(problem.cut(0), Scope(scope)))
        ranking = optimum.ranking()
        return None if isinstance(ranking, Unknown) else cls(problem, ranking, optimum.state)

    def needed(self) -> int:
        return self._ranking.worst.value(self._left, self._state)

    def played(self, line: JudgedLine) -> Moment:
        """One line of the transcript, from what was known before it."""
        if line.verdict is None:
            return Moment(line)
        if line.place is None:
            return self._moment(line, None)
        if line.number is None:
            return self._moment(line, self._best(self.needed() + 1))
        assert line.action is not None and line.shape is not None and line.moving is not None
        move = Action(line.action), self._problem.index[line.shape]
        better = self._better(move)
        shown = self._problem.mask(line.moving) | self._unseen
        self._left, self._state = dict(self._outcomes(move))[shown], shown
        return self._moment(line, better)

    def _moment(self, line: JudgedLine, better: Better | None) -> Moment:
        return Moment(replace(line, count=self._left.bit_count()), self.needed(), better)

    def _outcomes(self, move: Move) -> list[Outcome]:
        if is_void(self._state, *move):
            return [(self._state, self._left)]
        return self._ranking.slices.outcomes(self._left, self._state, *move)

    def _better(self, move: Move) -> Better | None:
        outcomes = self._outcomes(move)
        return self._best(self._worst(outcomes), outcomes)

    def _worst(self, outcomes: list[Outcome]) -> int:
        return max(self._ranking.worst.value(part, shown) for shown, part in outcomes)

    def _best(self, taken: int, outcomes: list[Outcome] | None = None) -> Better | None:
        """The best action, if it guarantees more than the one taken, whose worst case is given."""
        search = self._ranking.worst
        if search.decided(self._left):
            return None
        choices = [(self._worst(found), move, found) for move, found in search.choices(*self._here)]
        least = min(worst for worst, _, _ in choices)
        kept = [(move, found) for worst, move, found in choices if worst == least]
        if least < taken:
            move, _ = min(kept, key=lambda one: max(part.bit_count() for _, part in one[1]))
            return self._named(move, Worth(least), Worth(taken))
        if outcomes is None or self._left.bit_count() > EXPECTED_MEMBERS:
            return None
        means = [(self._ranking.expected.after(self._left, found), move) for move, found in kept]
        mean, move = min(means, key=lambda one: one[0])
        own = self._ranking.expected.after(self._left, outcomes)
        return self._named(move, Worth(least, mean), Worth(taken, own)) if mean < own else None

    @property
    def _here(self) -> tuple[int, int]:
        return self._left, self._state

    def _named(self, move: Move, worth: Worth, taken: Worth) -> Better:
        return Better(str(move[0]), self._problem.shapes[move[1]], worth, taken)


def _planned(
    problem: ShapeWorldProblem, scope: WorldClass, lines: list[JudgedLine]
) -> tuple[Moment, ...]:
    """Where nobody can search: what the plan would have done instead of steps that taught nothing."""
    moments, open_before = [Moment(lines[0])], lines[0].verdict is TranscriptVerdict.OPEN
    for line in lines[1:]:
        better = None
        if open_before and line.kind in _FRUITLESS and line.place is not None:
            optimum = Optimum(ShapeWorldSpace(problem.cut(line.place), Scope(scope)))
            move = optimum.planned()
            if move is not None:
                better = Better(str(move[0]), problem.shapes[move[1]])
        moments.append(Moment(line, None, better))
        open_before = line.verdict is TranscriptVerdict.OPEN
    return tuple(moments)
