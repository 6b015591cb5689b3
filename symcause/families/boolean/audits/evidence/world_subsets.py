"""Subsets of the training worlds: how many Boolean members are left if only these are evidence.

Fewer worlds give a larger or equal space, so the same count is the same space. Where roots are given and
there is a member, no count is needed to see that. Take a model that only fewer worlds allow, and along its
order the first variable V whose mechanism all worlds together refute: what stands before V is placed by
mechanisms that all of them allow. So V gains a mechanism on parents inside the largest set that can be
placed without it; and whatever V gains there, some model has
(:mod:`symcause.solvers.acyclic.acyclic_choices`).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from symcause.bounds.solvers_bounds import RECURSION_TERMS
from symcause.budgets import Meter, StrictMeter
from symcause.families.boolean.bounds import MAX_ASKED, MAX_CELLS, MAX_PATTERNS
from symcause.families.boolean.models.scm import IDENTITY
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.problem.version_two import refuse_unready
from symcause.families.boolean.space.exact.problem_tally import problem_tally, tally_from_weights
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.families.boolean.space.mechanisms.subset_weights import LeftOut
from symcause.families.boolean.space.noise.disturbed_space import DisturbedSpace
from symcause.families.boolean.space.reach import Reach
from symcause.families.boolean.space.space_choice import open_space
from symcause.mechanisms.member_tally import Tally
from symcause.mechanisms.parent_sums import pattern_count
from symcause.mechanisms.worlds.sufficient_worlds import SomeWorlds, Worlds
from symcause.solvers.acyclic.acyclic_choices import placeable_without

MOST_STEPS = RECURSION_TERMS // 4
"""Most steps of all counts together."""


def with_some_worlds(
    problem: BooleanProblem, hypotheses: HypothesisClass, known: int | None = None
) -> SomeWorlds:
    """The spaces of a problem, of which that of all worlds may be counted already."""
    worlds = _spaces(problem, hypotheses)
    if known is not None:
        worlds.remember(worlds.all, known)
    return worlds


def _spaces(problem: BooleanProblem, hypotheses: HypothesisClass) -> SomeWorlds:
    """From one table of all worlds if it is not too large."""
    if open_space(problem, hypotheses, IDENTITY).reach is Reach.LEVELS:
        return _Erring(problem, hypotheses)
    refuse_unready(problem, hypotheses)
    evidence = Evidence(problem)
    parents = evidence.parents(hypotheses)
    if parents is not None:
        sets = sum(pattern_count((2,) * len(possible), most) for possible, most in parents.values())
        if sets <= MAX_PATTERNS and sets * len(problem.training) <= MAX_CELLS:
            table = LeftOut(problem.variables, problem.training, parents)
            return _Tabled(problem, hypotheses, evidence, table)
    return _Anew(problem, hypotheses)


class _Subsets(SomeWorlds):
    """Subsets of the training worlds of a problem."""

    def __init__(self, problem: BooleanProblem, hypotheses: HypothesisClass) -> None:
        super().__init__(len(problem.training))
        self.problem, self.hypotheses = problem, hypotheses


class _Erring(_Subsets):
    """Where cells may be disturbed."""

    def counted(self, chosen: Worlds) -> int:
        part = tuple(self.problem.training[w] for w in sorted(chosen))
        space = DisturbedSpace(self.problem, self.hypotheses, part)
        return sum(space.spectrum(min(self.hypotheses.errors, space.scored)))


class _Anew(_Subsets):
    """From the rows, each time."""

    def __init__(self, problem: BooleanProblem, hypotheses: HypothesisClass) -> None:
        super().__init__(problem, hypotheses)
        self._meter = Meter(MOST_STEPS)
        text = "too many mechanisms to ask a rule about with every world left out"
        self._asked = StrictMeter(MAX_ASKED, text)

    def counted(self, chosen: Worlds) -> int:
        return self.total(self.tally(chosen))

    def total(self, tally: Tally) -> int:
        """What is counted, with what is left of the steps."""
        total, steps = tally.counted(self._meter.left or 0)
        self._meter.spend(steps)
        return total

    def tally(self, chosen: Worlds) -> Tally:
        evidence = Evidence(self.problem, [self.problem.training[w] for w in sorted(chosen)])
        tally = problem_tally(self.problem, self.hypotheses, evidence)
        self._asked.spend(evidence.asked.spent)
        return tally


class _Tabled(_Anew):
    """From one table; the same tally is counted once."""

    def __init__(
        self,
        problem: BooleanProblem,
        hypotheses: HypothesisClass,
        evidence: Evidence,
        table: LeftOut,
    ) -> None:
        super().__init__(problem, hypotheses)
        self._evidence, self._table = evidence, table
        self._made: dict[tuple[int, ...], tuple[Tally, int]] = {}

    def counted(self, chosen: Worlds) -> int:
        weights = self._table.weights(sorted(chosen))
        key = tuple(map(id, weights.values()))
        if key not in self._made:
            given = (self.problem, self.hypotheses, self._evidence)
            tally = tally_from_weights(*given, weights.__getitem__)
            self._made[key] = tally, self.total(tally)
        return self._made[key][1]

    def suffice(self, chosen: Iterable[int]) -> bool:
        if self._without is None:
            return super().suffice(chosen)
        return self._table.same(sorted(chosen), self._without)

    @cached_property
    def _without(self) -> dict[str, int] | None:
        """For each variable all that can be placed without it; None where only counts tell."""
        if self.problem.disclosure.roots is None or not self.count(self.all):
            return None
        weights = self._table.weights(sorted(self.all))
        choices = [weights.get(v, {0: 1}) for v in self.problem.variables]
        return {v: placeable_without(choices, i) for i, v in enumerate(self.problem.variables)}
