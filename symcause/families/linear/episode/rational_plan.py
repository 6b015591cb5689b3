"""The rational plan of a linear episode: fewest interventions, over members in general position.

A situation is what was set and read so far. Outcomes are those of members in general position, one a graph.
That no plan is shorter is then certain; that this one is short enough for every truth only where it sets
all properties (:mod:`~episode.episode_plan`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from symcause.answers import Unknown
from symcause.budgets import Meter, StrictMeter
from symcause.families.linear.audits.next.intervention_outcomes import (
    after,
    already_set,
    current_reading,
    fresh_value,
    outcome,
)
from symcause.families.linear.audits.plan.adaptive_plan import members_of
from symcause.families.linear.bounds import POLICY_STEPS, RATIONAL_SITUATIONS
from symcause.families.linear.episode.general_outcomes import (
    GeneralMember,
    Moves,
    general_position,
    moves_between,
    read_after,
)
from symcause.families.linear.episode.question_status import Asked
from symcause.families.linear.episode.target_outlook import Path, TargetOutlook
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.local.exact_engine import ExactLocal


@dataclass(frozen=True)
class Plan:
    """The first property of a plan (None: settled, or never to be) and its steps in the worst case."""

    target: str | None
    depth: int
    proven: bool = True


class TooMany(Exception):
    """More situations, or more work, than a plan may take."""


@dataclass
class _Situation:
    """Whether the question is settled, and the steps of work it took to know."""

    settled: bool
    steps: int
    space: LinearSpace | None = None
    members: _Members | None = None


class _Members:
    """Members in a fixed order, each made when somebody comes to it: a plan that fails stops early."""

    def __init__(self, coming: Iterable[CrystalModel | GeneralMember]) -> None:
        self._coming = iter(coming)
        self._made: list[CrystalModel | GeneralMember] = []

    def __iter__(self) -> Iterator[CrystalModel | GeneralMember]:
        yield from self._made
        for model in self._coming:
            self._made.append(model)
            yield model

    def moves(self, problem: LinearProblem, step: Manipulation) -> Iterator[Moves]:
        """By how much everything would move after the intervention, each once."""
        now, names = current_reading(problem), problem.variables
        at, move = names.index(step.variable), step.value - now[step.variable]
        seen: set[Moves] = set()
        for model in self:
            if isinstance(model, GeneralMember):
                made = model.moves(at, move)
            else:
                reads = outcome(problem, model, step)
                made = moves_between([now[name] for name in names], reads)
            if made not in seen:
                seen.add(made)
                yield made


class RationalPlan:
    """Plans over readings.

    A deeper plan comes to the situations of a shallower one again. They are remembered, and their work is
    charged as if it were done again; where it would not fit into the budget any more, it is done again.
    """

    def __init__(self, problem: LinearProblem, question: Asked) -> None:
        self._start, self._question = problem, question
        self._situations = StrictMeter(
            RATIONAL_SITUATIONS,
            f"more than {RATIONAL_SITUATIONS} situations to plan for",
            refusal=TooMany,
        )
        known = already_set(problem)
        self._rest = tuple(name for name in problem.controllable if name not in known)
        self._budget = Meter(POLICY_STEPS)
        self._known: dict[Path, _Situation] = {}
        self._moves: list[Moves] = []
        self._numbers: dict[Moves, int] = {}
        self._outlook: TargetOutlook | None = None

    def plan(self) -> Plan:
        """The plan. Raises TooMany."""
        for depth in range(len(self._rest) + 1):
            found = self._within((), depth)
            if found is not False:
                target = found if isinstance(found, str) else None
                return Plan(target, depth, depth in (0, len(self._rest)))
        raise AssertionError("nothing is left to set")

    def _within(self, path: Path, depth: int) -> str | bool:
        self._situations.spend()
        if self._budget.over:
            raise TooMany(self._budget.shortage.reason)
        done = {name for name, _ in path}
        rest = [name for name in self._rest if name not in done]
        if not rest:
            return True
        here = self._situation(path)
        if here.settled or depth == 0:
            return here.settled
        if depth >= len(rest):
            return rest[0]  # whatever the order, nothing is left to set then
        space = self._space(here, path)
        members, problem = here.members or self._members(here, space, path), space.problem
        for name in rest:
            step = Manipulation(name, fresh_value(problem, name))
            moves = map(self._number, members.moves(problem, step))
            if all(self._within((*path, (name, m)), depth - 1) is not False for m in moves):
                return name
        return False

    def _number(self, moves: Moves) -> int:
        """The number of some moves, a new one if they were not met before."""
        number = self._numbers.setdefault(moves, len(self._moves))
        if number == len(self._moves):
            self._moves.append(moves)
        return number

    def _members(self, here: _Situation, space: LinearSpace, path: Path) -> _Members:
        before = self._budget.spent
        exact = all(isinstance(local, ExactLocal) for local in space.locals)
        found = general_position(space) if exact else members_of(space)
        if isinstance(found, Unknown):
            raise TooMany(found.reason)
        here.members = _Members(found)
        if self._budget.spent > before:  # done again it would be less work
            self._known.pop(path, None)
        return here.members

    def _situation(self, path: Path) -> _Situation:
        known, left = self._known.get(path), self._budget.left
        if known is not None and (left is None or left > known.steps):
            self._budget.spend(known.steps)
            return known
        before, space = self._budget.spent, None
        if path and self._outlook is not None:
            settled: bool | Unknown = self._outlook.settled(path, self._moves)
        else:
            space = self._opened(path)
            settled = self._question.settled(space)
            if not path:
                self._outlook = TargetOutlook.of(space, self._question)
        if isinstance(settled, Unknown):
            raise TooMany(settled.reason)
        situation = _Situation(settled, self._budget.spent - before, space)
        self._known[path] = situation
        return situation

    def _space(self, here: _Situation, path: Path) -> LinearSpace:
        if here.space is None:
            here.space = self._opened(path)
        return here.space

    def _opened(self, path: Path) -> LinearSpace:
        """The version space with what was read."""
        problem = self._start
        for name, number in path:
            step, now = Manipulation(name, fresh_value(problem, name)), current_reading(problem)
            reads = read_after([now[v] for v in problem.variables], self._moves[number])
            problem = after(problem, step, reads)
        return LinearSpace(problem, meter=self._budget)
