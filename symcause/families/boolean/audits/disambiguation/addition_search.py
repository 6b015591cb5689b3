"""The search for the fewest additions that leave one model where cells were not observed.

An addition is a further world that gold could show, or a hidden cell that is read after all, with the value
that it has in the completion of the rows that suits gold best. Unobserved cells couple the mechanisms, so
nothing is counted by pattern: a member that survives a choice S survives a largest superset T of it, and as
more evidence only refutes, every choice that refutes this member takes something outside T. These demands
are learned one by one (:mod:`symcause.solvers.sets.hitting_sets`); the first proposal that leaves no member
which all additions together refute is smallest.

Who survives all additions is asked in steps: with a part of them the space is sooner listed, and whoever
survives all survives the part. A list for the part is looked through one by one, so that what is said is
said of all additions, however small the part was.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from symcause.answers import Unknown
from symcause.budgets import StrictMeter
from symcause.errors import LimitError, UsageError
from symcause.families.boolean.audits.disambiguation.evidence_additions import Additions
from symcause.families.boolean.audits.disambiguation.world_search import legal_gold
from symcause.families.boolean.bounds import ADDITION_DEMANDS, ADDITION_MEMBERS, FEW_LEFT
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.boolean_space import BooleanSpace
from symcause.families.boolean.space.noise.cell_disturbance import errors_needed
from symcause.families.boolean.space.space_choice import open_space
from symcause.models.bit_sets import mask_of
from symcause.solvers.sets.hitting_sets import fewest, greedy, irredundant

STEPS = (64, 512, 4_096)
"""How many additions are asked who survives them, before it is all of them."""


@dataclass(frozen=True)
class Found:
    """A choice of additions; *minimal*: no fewer of them do it. A count beyond reach is None."""

    chosen: int
    lower_bound: int
    count_before: int | None
    count_after: int

    @property
    def minimal(self) -> bool:
        return self.chosen.bit_count() == self.lower_bound


@dataclass(frozen=True)
class AdditionSearch:
    """Gold, the class, and what may be added."""

    problem: BooleanProblem
    hypotheses: HypothesisClass
    gold: BooleanSCM
    additions: Additions

    def run(self) -> Iterator[Found]:
        """Better and better choices; the last is smallest. Raises LimitError beyond reach."""
        after, before = len(self._staying) + 1, self._counted(0)
        chosen, demands = self._sufficient()
        for best in fewest(chosen, demands, self._demands):
            yield Found(best.chosen, best.lower_bound, before, after)

    @cached_property
    def _staying(self) -> frozenset[BooleanSCM]:
        """The members beside gold that survive all additions, of those that survive a part of them."""
        size, every = self.additions.size, self._everything
        for step in STEPS:
            part = mask_of(range(0, size, max(1, size // step)))
            if part == every:
                break
            others = list(islice(self._others(part), FEW_LEFT + 1))
            if len(others) <= FEW_LEFT:
                return frozenset(m for m in others if not self._outside(m, 0))
        others = list(islice(self._others(every), ADDITION_MEMBERS + 1))
        if len(others) > ADDITION_MEMBERS:
            raise LimitError(f"all additions together leave more than {ADDITION_MEMBERS:,} models")
        return frozenset(others)

    def _sufficient(self) -> tuple[int, list[int]]:
        """A choice that leaves no more than all additions do, and the demands learned on the way."""
        demands: list[int] = []
        while True:
            chosen = greedy(demands, self.additions.preferred)
            learned = self._demands(chosen)
            if not learned:
                return chosen, demands
            demands = irredundant([*demands, *learned])

    @property
    def _everything(self) -> int:
        return (1 << self.additions.size) - 1

    def _counted(self, chosen: int) -> int | None:
        number = sum(1 for _ in islice(self._others(chosen), ADDITION_MEMBERS + 1))
        return None if number > ADDITION_MEMBERS else number + 1

    def _others(self, chosen: int) -> Iterator[BooleanSCM]:
        """Members beside gold."""
        for model in self._space(chosen).others(self.gold):
            if isinstance(model, Unknown):
                raise LimitError(model.reason)
            yield model

    def _space(self, chosen: int) -> BooleanSpace:
        return open_space(self.additions.added(chosen), self.hypotheses)

    def _demands(self, chosen: int) -> list[int]:
        """Of what every sufficient choice takes something that this one does not."""
        learned: list[int] = []
        looked = StrictMeter(
            ADDITION_MEMBERS, f"more than {ADDITION_MEMBERS:,} models to look at one by one"
        )
        for model in self._others(chosen):
            looked.spend()
            demand = 0 if model in self._staying else self._outside(model, chosen)
            if demand and demand not in learned:
                learned.append(demand)
            if len(learned) >= ADDITION_DEMANDS:
                break
        return learned

    def _outside(self, model: BooleanSCM, chosen: int) -> int:
        """What a largest choice that the model survives leaves out; nothing if it survives all."""
        return ~self.additions.survived(model, chosen, self._most) & self._everything

    @property
    def _most(self) -> int:
        """Disturbed cells of a member."""
        return self.hypotheses.errors


def holed_gold(problem: BooleanProblem, hypotheses: HypothesisClass) -> BooleanSCM:
    """Gold as a member of the space, or the reason why additions make no sense."""
    gold = legal_gold(problem)
    needed = errors_needed(problem, gold, hypotheses.errors)
    if needed is not None:
        raise UsageError(
            f"the gold model of {problem.id} is invalid: it disturbs {needed} training cells, the class "
            f"allows {hypotheses.errors}",
            remedy=f"--errors {needed} would do",
        )
    if open_space(problem, hypotheses).objections(gold):
        raise UsageError(
            f"the gold model of {problem.id} is outside the class: {hypotheses}",
            remedy="widen the class",
        )
    return gold
