"""Tally of the members of an exact Boolean space, over all root sets at once.

With given roots, every other variable picks a parent set. With hidden roots every variable has its parent
sets, and any subset of the given size are the roots instead: one sum over all root sets
(:mod:`symcause.solvers.acyclic.choice_weight`). Root sets that leave nothing to predict are taken off
again: they hold every variable that is ever observed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from symcause.bounds.solvers_bounds import RECURSION_TERMS
from symcause.budgets import Meter
from symcause.families.boolean.problem.class_rules import refuse_models
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.knowledge_rules import rootable
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.problem.version_two import refuse_unready
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.solvers.acyclic.case_split import count_by_cases
from symcause.solvers.acyclic.choice_weight import Choices, count_acyclic, counting_steps, planned
from symcause.solvers.acyclic.count_bounds import Bounds, bounds_on
from symcause.solvers.acyclic.cycle_components import Pieces


class Tally(Struct, frozen=True, dict=True):
    """The acyclic choices where any subset of the given size are *roots*, none of them *barred*.

    Less the *idle* ones. Counting them draws on the *meter*.
    """

    choices: Choices
    roots: int = 0
    idle: Choices | None = None
    barred: int = 0
    meter: Meter | None = None

    @staticmethod
    def of(
        problem: BooleanProblem,
        hypotheses: HypothesisClass,
        evidence: Evidence,
        meter: Meter | None = None,
    ) -> Tally:
        """What there is to count; raises LimitError where the class has too many parent sets."""
        refuse_models(hypotheses.admits)
        refuse_unready(problem, hypotheses)
        evidence.check_reach(hypotheses)
        found = Tally.of_weights(
            problem, hypotheses, evidence, lambda v: evidence.local_space(v, hypotheses).weights
        )
        return found if meter is None else replace(found, meter=meter)

    @staticmethod
    def of_weights(
        problem: BooleanProblem,
        hypotheses: HypothesisClass,
        evidence: Evidence,
        weights: Callable[[str], Mapping[int, int]],
    ) -> Tally:
        """The same from the *weights* of every variable that needs a mechanism."""
        names, given = problem.variables, problem.disclosure.roots
        if given is not None:
            if not evidence.admits(given) or not rootable(hypotheses, given):
                return Tally([{} for _ in names])
            return Tally([{0: 1} if v in given else weights(v) for v in names])
        roots = problem.disclosure.size_of_root_set
        if not roots and not problem.constants:  # a constant has nothing that it could mention
            return Tally([{} for _ in names])
        choices = [weights(v) for v in names]
        observed = {v for v in names for world in problem.training if v not in world.targets}
        barred = sum(1 << i for i, v in enumerate(names) if not rootable(hypotheses, (v,)))
        if len(observed) > roots:
            return Tally(choices, roots, barred=barred)
        idle = [{} if v in observed else o for v, o in zip(names, choices, strict=True)]
        return Tally(choices, roots, idle, barred)

    @cached_property
    def steps(self) -> int:
        """How long counting takes; raises LimitError beyond reach."""
        return sum(
            counting_steps(choices, RECURSION_TERMS, self.roots, self.barred)
            for choices in self._all
        )

    def count(self, most: int = RECURSION_TERMS) -> int:
        """The number, unless it takes more steps than this: then LimitError, before it begins."""
        return self._total(
            *(count_acyclic(choices, most, self.roots, self.barred) for choices in self._all)
        )

    def counted(self, most: int) -> tuple[int, int]:
        """The same, and how many steps it took."""
        plans = [planned(choices, most, self.roots, self.barred) for choices in self._all]
        return self._total(*(plan.within(most).total(1, {}) for plan in plans)), sum(
            p.steps for p in plans
        )

    def count_by_cases(self) -> int:
        """The number, by cases where the recursion is too large; raises LimitError where those are."""
        given = RECURSION_TERMS, self.roots, self.barred
        return self._total(
            *(count_by_cases(p.choices, *given, p, self.meter) for p in self._pieces)
        )

    @cached_property
    def bounds(self) -> Bounds:
        """Proven bounds on the number."""
        every, *idle = (
            bounds_on(p.choices, self.roots, barred=self.barred, pieces=p, meter=self.meter)
            for p in self._pieces
        )
        if not idle:
            return every
        return Bounds(max(0, every.low - idle[0].high), every.high - idle[0].low)

    @cached_property
    def _pieces(self) -> list[Pieces[int]]:
        """What the choices fall into: once for a count that is given up and for the bounds."""
        return list(map(Pieces, self._all))

    @property
    def _all(self) -> list[Choices]:
        return [self.choices] if self.idle is None else [self.choices, self.idle]

    @staticmethod
    def _total(every: int, idle: int = 0) -> int:
        return every - idle
