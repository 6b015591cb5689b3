"""Disambiguation under noise: search for the fewest further worlds where cells may be wrong.

A model with d disturbed training cells is out once further worlds, which gold shows undisturbed, bring it
above the E that the class allows: it demands E + 1 − d of the cells that it disturbs in the candidate
worlds. That is :mod:`.world_search` with covers in the place of hitting sets. Who is left over is found by
the programme behind the margin (:mod:`symcause.mechanisms.noise.model_margin`), exactly, where
all candidates together leave gold alone; else by listing, up to a bound.

Equal rows count each, so where a problem has few different worlds to offer, repeating one is an experiment
too: the pool is then filled up with repetitions, as many of each as could be needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from math import ceil

from symcause.budgets import StrictMeter
from symcause.families.boolean.audits.disambiguation.world_search import (
    Added,
    by_preference,
    input_sets,
    named,
)
from symcause.families.boolean.audits.pool.world_pool import PoolOptions, candidate_worlds
from symcause.families.boolean.bounds import NOISE_DEMANDS, NOISE_MODELS
from symcause.families.boolean.documents.disambiguation_document import ApartPart, ExamplePart
from symcause.families.boolean.models.replay import disturbed
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.member_answers import spelled
from symcause.families.boolean.space.noise.disturbed_space import DisturbedSpace
from symcause.mechanisms.noise.model_margin import within
from symcause.mechanisms.noise.noise_structure import Erring
from symcause.models.bit_sets import bits
from symcause.solvers.sets.cover_bounds import Covers
from symcause.solvers.sets.greedy_cover import Demand, greedy_cover
from symcause.solvers.sets.hitting_sets import Fewest, proposed


@dataclass(frozen=True)
class Search:
    """The loop over one pool: propose few worlds, see who is left, demand more."""

    problem: BooleanProblem
    hypotheses: HypothesisClass
    gold: BooleanSCM
    pool: tuple[World, ...]

    @classmethod
    def of(
        cls,
        problem: BooleanProblem,
        hypotheses: HypothesisClass,
        gold: BooleanSCM,
        options: PoolOptions,
    ) -> Search:
        probes = list(input_sets(problem, hypotheses, gold))
        worlds = candidate_worlds(problem, gold, options, probes)
        times = min(hypotheses.errors + 1, ceil(options.size / max(len(worlds), 1)))
        return cls(problem, hypotheses, gold, (worlds * times)[: options.size])

    def run(self, most_rounds: int) -> Iterator[Added]:
        chosen, demands = self._sufficient()
        least = max((demand.least for demand in demands), default=0)
        last = (chosen, least)
        yield self._result(*last)
        if not most_rounds or least == chosen.bit_count():
            return
        for fewest in self._better(chosen, demands, most_rounds):
            if (fewest.chosen, max(least, fewest.lower_bound)) != last:
                last = (fewest.chosen, max(least, fewest.lower_bound))
                yield self._result(*last)

    def _better(self, chosen: int, demands: list[Demand], most_rounds: int) -> Iterator[Fewest]:
        """Fewer worlds and better bounds; a gap that is left then gets one longer look."""
        covers = Covers(demands)
        fewest = Fewest(chosen, 0)
        for fewest in islice(proposed(chosen, covers, self._left_over), most_rounds + 1):
            yield fewest
        yield replace(fewest, lower_bound=covers.proven(fewest))

    @property
    def _errors(self) -> int:
        return self.hypotheses.errors

    def _space(self, worlds: tuple[World, ...]) -> DisturbedSpace:
        return DisturbedSpace(self.problem, self.hypotheses, (*self.problem.training, *worlds))

    @cached_property
    def whole(self) -> DisturbedSpace:
        """With all candidates."""
        return self._space(self.pool)

    @cached_property
    def _counts(self) -> tuple[int, int]:
        """Models before, and with all candidates; these refute nobody if all their cells may be wrong."""
        before = self._count(self._space(()))
        return before, before if self._errors >= self.whole.scored else self._count(self.whole)

    def _count(self, space: DisturbedSpace) -> int:
        return sum(space.spectrum(min(self._errors, space.scored)))

    def _sufficient(self) -> tuple[int, list[Demand]]:
        """A sufficient choice that needs each of its worlds, and the demands learned on the way."""
        demands: list[Demand] = []
        order = by_preference(self.pool)
        while True:
            chosen = greedy_cover(demands, order)
            learned = self._left_over(chosen)
            if not learned:
                return chosen, demands
            demands += learned

    def _left_over(self, chosen: int) -> list[Demand]:
        """Demands that a choice does not meet; none iff it leaves no more than the whole pool."""
        space = self._space(tuple(self.pool[i] for i in bits(chosen)))
        if len(set(self._counts)) == 1:
            return []
        if self._counts[1] == 1:
            models = within(space, self.gold, self._errors)
        elif self._count(space) == self._counts[1]:
            return []
        else:
            models = self._refuted_members(space)
        learned = {}
        for model in islice(models, NOISE_DEMANDS):
            learned[model] = self._demand(model)
            assert learned[model].short(chosen), "the choice refutes it"
        return list(learned.values())

    def _demand(self, model: BooleanSCM) -> Demand:
        names = self.problem.variables
        cells = {i: disturbed(model, world, names).wrong for i, world in enumerate(self.pool)}
        own = self._space(()).disturbed(model)
        return Demand({i: wrong for i, wrong in cells.items() if wrong}, self._errors + 1 - own)

    def _refuted_members(self, space: DisturbedSpace) -> Iterator[BooleanSCM]:
        """Members that the whole pool refutes."""
        members = space.members(min(self._errors, space.scored))
        listed = StrictMeter(
            NOISE_MODELS,
            "all candidate worlds together leave several models, and there are too many to "
            "list those that they refute",
            remedy="allow more targets or a larger pool, or bound the class",
        )
        for model in members:
            listed.spend()
            if self.whole.disturbed(model) > self._errors:
                yield model

    def _result(self, chosen: int, bound: int) -> Added:
        worlds = named(self.problem, [self.pool[i] for i in bits(chosen)])
        before, after = self._counts
        return Added(self.problem, self.hypotheses, worlds, bound, len(self.pool), before, after)

    # what stays open

    def remaining(self) -> tuple[ApartPart, ...]:
        """The variables that stay open when all candidates are added."""
        if self._counts[1] <= 1:
            return ()
        left = Erring(self.whole, min(self._errors, self.whole.scored))
        reason = "the candidate worlds show too few of its patterns often enough"
        return tuple(
            ApartPart(
                variable=variable,
                mechanisms=left.mechanism_count(variable),
                reason=reason,
                patterns=(),
                more_patterns=0,
            )
            for variable in left.open_variables()
        )

    def example(self) -> ExamplePart | None:
        """A model that all candidates leave beside gold, of the fewest disturbed cells."""
        other = next(within(self.whole, self.gold, self._errors), None)
        if other is None:
            return None
        changed = other.changed(self.gold)
        written = spelled(self.problem, other)
        mechanisms = {v: written[v] for v in changed if v in written}
        return ExamplePart(roots=other.roots, changed=changed, mechanisms=mechanisms)
