"""Draws for one part of a suite: items are made in a fixed order until every stratum is full."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field

from symcause.errors import LimitError, UsageError, did_you_mean
from symcause.processes.pools import pool
from symcause.suites.bounds import DRAWS, FEWEST_DRAWS
from symcause.suites.draws.candidate import Draw, Unit, units_of
from symcause.suites.draws.label_balance import LabelBalance
from symcause.suites.draws.suite_key import SuiteKey
from symcause.suites.draws.suite_problem import SuiteProblem
from symcause.suites.recipe.recipe import Part

Telling = Callable[[str, int, int], None]
"""Hears of progress: the name of the part, problems so far, problems in all."""


@dataclass
class Taken:
    """What the suite has so far: canonical forms, which no further problem may have."""

    canonical: set[str] = field(default_factory=set)

    def note(self, problem: SuiteProblem) -> None:
        """Remember a problem."""
        self.canonical.add(problem.canonical)


@dataclass(frozen=True)
class DrawnPart:
    """The problems of a part, how many items were drawn, and why others were left out."""

    part: str
    problems: tuple[SuiteProblem, ...]
    drawn: int
    rejected: dict[str, int]


def drawn_part(part: Part, key: SuiteKey, taken: Taken, jobs: int, tell: Telling) -> DrawnPart:
    """Draw a part. Raises LimitError where there are not so many problems."""
    run = _Drawing(part, key, taken)
    here = jobs == 1
    with closing(pool(units_of, run.draws(), jobs=jobs, light=lambda _: here)) as outcomes:
        for _, outcome in outcomes:
            run.hear(outcome)
            tell(part.name, len(run.problems), part.problems)
            if run.full:
                break
    return run.result()


class _Drawing:
    """One part that is being drawn. What is drawn too many is not counted, so jobs change nothing."""

    def __init__(self, part: Part, key: SuiteKey, taken: Taken) -> None:
        self._part, self._key, self._taken = part, key, taken
        self._missing = [stratum.units for stratum in part.strata]
        self._tried = [0] * len(part.strata)
        self._order: list[Draw] = []
        self._heard = 0
        slack = key.recipe.bounds.balance
        self._balance = LabelBalance(part.balance, slack, part.problems)
        self._pilot: list[tuple[Draw, list[Unit]]] | None = [] if part.balance else None
        self.problems: list[SuiteProblem] = []
        self._rejected: Counter[str] = Counter()

    @property
    def full(self) -> bool:
        """Is nothing missing any more?"""
        return not any(self._missing)

    def draws(self) -> Iterator[Draw]:
        """One item of every stratum that is not full, again and again."""
        strata = self._part.strata
        seeds = [
            self._key.seed(self._part.name, one.name, str(at)) for at, one in enumerate(strata)
        ]
        most = [max(FEWEST_DRAWS, DRAWS * one.units) for one in strata]
        index = 0
        while open_ones := [
            at for at in range(len(strata)) if self._missing[at] and index < most[at]
        ]:
            for at in open_ones:
                draw = Draw(at, strata[at], seeds[at], index)
                self._order.append(draw)
                yield draw
            index += 1

    def hear(self, outcome: object) -> None:
        """What became of the next item."""
        draw = self._order[self._heard]
        self._heard += 1
        if isinstance(outcome, BaseException):
            raise outcome
        assert isinstance(outcome, list), outcome
        if self._pilot is None:
            self._take(draw, outcome)
            return
        self._pilot.append((draw, outcome))
        if len(self._pilot) >= self._part.problems:
            self._begin()

    def _begin(self) -> None:
        """The first items tell which labels there are; then they are taken like the others."""
        waiting, self._pilot = self._pilot or [], None
        facts = [one.facts for _, units in waiting for unit in units for one in unit]
        self._refuse_balance(facts)
        self._balance.know(facts)
        for draw, units in waiting:
            self._take(draw, units)

    def _refuse_balance(self, drawn: Sequence[Mapping[str, str]]) -> None:
        """Raises UsageError for a fact that the problems do not have, or for a label alone."""
        place, known = f"part {self._part.name}: balance", {key for one in drawn for key in one}
        for key in self._part.balance if drawn else ():
            if key not in known:
                remedy = did_you_mean(key, known)
                raise UsageError("no such fact", place=place, value=key, remedy=remedy)
        if drawn and len({one.get(self._part.balance[0]) for one in drawn}) < 2:
            remedy = "the first fact is the label"
            raise UsageError(
                "one value alone", place=place, value=self._part.balance[0], remedy=remedy
            )

    def _take(self, draw: Draw, units: list[Unit]) -> None:
        """One unit of an item at most, so that every problem or pair has a latent of its own."""
        if not self._missing[draw.at]:
            return
        self._tried[draw.at] += 1
        if not units:
            self._rejected["no such item"] += 1
        order = sorted(units, key=lambda unit: self._key.order(*(one.canonical for one in unit)))
        for unit in order:
            if (reason := self._objection(unit)) is not None:
                self._rejected[reason] += 1
                continue
            for one in unit:
                self._balance.take(one.facts)
                self._taken.canonical.add(one.canonical)
                self.problems.append(one.problem(self._part.name))
            self._missing[draw.at] -= 1
            return

    def _objection(self, unit: Unit) -> str | None:
        """Why a unit is not taken."""
        for one in unit:
            if one.flaw is not None:
                return one.flaw
            if one.canonical in self._taken.canonical:
                return "seen before"
        if len({one.canonical for one in unit}) < len(unit):
            return "the same twice"
        admitted = not self._part.balance or self._balance.admits([one.facts for one in unit])
        return None if admitted else "balance"

    def result(self) -> DrawnPart:
        """All that was drawn."""
        if self._pilot is not None:
            self._begin()
        if not self.full and not (self._part.cap and self.problems):
            raise LimitError(
                f"only {len(self.problems)} of {self._part.problems} problems were found "
                f"({self._reasons()})",
                place=f"part {self._part.name}",
                remedy="ask for fewer, for other options, or say cap = true",
            )
        drawn, rejected = sum(self._tried), dict(sorted(self._rejected.items()))
        return DrawnPart(self._part.name, tuple(self.problems), drawn, rejected)

    def _reasons(self) -> str:
        listed = ", ".join(f"{number} {why}" for why, number in sorted(self._rejected.items()))
        return listed or "nothing was left out"
