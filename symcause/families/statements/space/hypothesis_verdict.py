"""The verdict on a hypothesis in every reading, with the members that show it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from symcause.budgets import Meter
from symcause.families.statements.bounds import INCOMPLETE_STEPS
from symcause.families.statements.models.relations import READINGS, Told, relation_test
from symcause.families.statements.models.separations import Graph
from symcause.families.statements.problem.problem import StatementsProblem
from symcause.families.statements.problem.verdict_kinds import HypothesisVerdict, verdict_of
from symcause.families.statements.space.dag_search import DagSearch
from symcause.families.statements.space.faithful_dags import Exhausted, Faithful, faithful, is_small

EXACT, BOUNDED, UNKNOWN = "exact", "bounded", "unknown"


@dataclass(frozen=True)
class Judgement:
    """How many members there are, in how many of them the hypothesis is true, and in which not.

    Where a budget ended the search, *count* is None and the verdicts are those that two members prove.
    """

    problem: StatementsProblem
    faithful: Faithful
    count: int | None
    holding: tuple[int, ...]  # for every reading; of the members seen, where they are not all
    failing: tuple[int, ...]  # the same for those in which it is false
    told: tuple[Told, ...] = ()  # for every member, where all are listed
    sides: tuple[Graph | None, Graph | None] = (None, None)  # with the hypothesis and without

    @property
    def readings(self) -> tuple[str, ...]:
        """The readings of the relation."""
        return READINGS[self.problem.hypothesis.relation]

    @cached_property
    def verdicts(self) -> dict[str, HypothesisVerdict]:
        """The verdict in every reading."""
        verdicts = {}
        for reading, yes, no in zip(self.readings, self.holding, self.failing, strict=True):
            if self.count is not None:
                verdicts[reading] = verdict_of(self.count, yes)
            else:
                verdicts[reading] = (
                    HypothesisVerdict.OPEN if yes and no else HypothesisVerdict.UNKNOWN
                )
        return verdicts

    @property
    def at(self) -> int:
        """The place of the reading that is asked for."""
        return self.readings.index(self.problem.hypothesis.reading)

    @property
    def verdict(self) -> HypothesisVerdict:
        """The verdict in the reading that is asked for."""
        return self.verdicts[self.problem.hypothesis.reading]

    @property
    def holds_in(self) -> int | None:
        """In how many members the hypothesis is true, where that is known."""
        return None if self.count is None else self.holding[self.at]

    @property
    def status(self) -> str:
        """Exact, or proved by two members without a count, or unknown."""
        if self.count is not None:
            return EXACT
        return UNKNOWN if self.verdict is HypothesisVerdict.UNKNOWN else BOUNDED


def judged(problem: StatementsProblem) -> Judgement:
    """The verdict on the hypothesis of a problem."""
    premise = problem.premise
    if not premise.complete and not is_small(premise):
        return _searched(problem)
    found = faithful(premise)
    test, (x, y) = relation_test(problem.hypothesis.relation), problem.asked
    told = tuple([test(member, x, y) for member in found.members])
    count, readings = len(told), READINGS[problem.hypothesis.relation]
    holding = tuple(map(sum, zip(*told, strict=True))) if told else (0,) * len(readings)
    return Judgement(problem, found, count, holding, _rest(count, holding), told)


def _rest(count: int, holding: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(count - number for number in holding)


class _Sides:
    """Members with the hypothesis and without, counted for every reading."""

    def __init__(self, problem: StatementsProblem) -> None:
        self._test = relation_test(problem.hypothesis.relation)
        self._asked = problem.asked
        readings = READINGS[problem.hypothesis.relation]
        self._at = readings.index(problem.hypothesis.reading)
        self.holding, self.seen = [0] * len(readings), 0
        self.first: dict[bool, Graph] = {}

    def take(self, graph: Graph) -> bool:
        """Count one more; True once both sides are there."""
        told = self._test(graph, *self._asked)
        self.seen += 1
        for place, true in enumerate(told):
            self.holding[place] += true
        self.first.setdefault(told[self._at], graph)
        return len(self.first) == 2


def _searched(problem: StatementsProblem) -> Judgement:
    """Members with the hypothesis and without, as far as the budget goes: few edges first, then many."""
    budget, passes = Meter(INCOMPLETE_STEPS), list[_Sides]()
    for dense in (False, True):
        passes.append(sides := _Sides(problem))
        within = budget.stretch(INCOMPLETE_STEPS // 2)
        search = DagSearch(problem.premise, sides.take, within, dense=dense, about=problem.asked)
        if search.complete:
            empty = Faithful((), reason=None if sides.seen else Exhausted())
            holding, both = tuple(sides.holding), (sides.first.get(True), sides.first.get(False))
            rest = _rest(sides.seen, holding)
            return Judgement(problem, empty, sides.seen, holding, rest, sides=both)
        first = {key: one.first[key] for one in passes for key in one.first}
        if len(first) == 2:
            break
    known = Faithful((), complete=False, shortage=budget.shortage.reason)
    yes = tuple(map(sum, zip(*(one.holding for one in passes), strict=True)))
    no = tuple(sum(one.seen for one in passes) - number for number in yes)
    return Judgement(problem, known, None, yes, no, sides=(first.get(True), first.get(False)))
