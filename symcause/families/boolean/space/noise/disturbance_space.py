"""The disturbance space: Boolean models by how many training cells each disturbs, under noise.

The cost of a model is the sum of the costs of its mechanisms (:mod:`.mechanism_costs`), and only acyclicity
couples them, so counting by cost is the recursion of the exact space over polynomials cut off behind x^E,
the least cost is a programme over sets (:mod:`symcause.solvers.acyclic.least_cost`), and listing fixes one
mechanism after the other, never entering where the rest cannot stay within the bound.

*Order of members*: by disturbed cells; then as in the exact space.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

import numpy as np

from symcause.budgets import Meter
from symcause.errors import LimitError
from symcause.families.boolean.bounds import (
    DISTURBED_BITS,
    DISTURBED_PATTERNS,
    DISTURBED_ROOT_SETS,
    DISTURBED_SETS,
)
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.replay import disturbed_cells
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.knowledge_rules import rootable
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.families.boolean.space.noise.mechanism_costs import LocalCosts
from symcause.families.boolean.space.noise.pattern_tallies import Readings
from symcause.solvers.acyclic.choice_weight import weigh_acyclic
from symcause.solvers.acyclic.cost_arrays import Costs, CostTable
from symcause.solvers.acyclic.cut_polynomials import Cut, CutRing
from symcause.solvers.acyclic.least_cost import NEVER, Placing


@dataclass(frozen=True)
class DisturbedSpace:
    """Models by the number of their disturbed cells; what is beyond reach raises LimitError.

    With *each*, least costs are also those without each world in turn.
    """

    problem: BooleanProblem
    hypotheses: HypothesisClass
    worlds: tuple[World, ...]
    each: bool = False
    meter: Meter | None = field(default=None, compare=False)  # what counting draws on

    @cached_property
    def _evidence(self) -> Evidence:
        return Evidence(self.problem, self.worlds)

    @cached_property
    def readings(self) -> Readings:
        return Readings(self.problem.variables, self.worlds, self.each)

    @property
    def root_sets(self) -> tuple[tuple[str, ...], ...]:
        """The root sets over which a model can be written; raises LimitError where they are too many."""
        if len(self._first_root_sets) > DISTURBED_ROOT_SETS:
            self.check_reach()
        return self._first_root_sets

    @cached_property
    def _first_root_sets(self) -> tuple[tuple[str, ...], ...]:
        """All of them, or one more than can be looked at."""
        sets = self.problem.disclosure.root_sets()
        free = (roots for roots in sets if rootable(self.hypotheses, roots))
        admitted = (roots for roots in free if self._evidence.admits(roots))
        return tuple(islice(admitted, DISTURBED_ROOT_SETS + 1))

    @cached_property
    def local(self) -> dict[str, LocalCosts]:
        """The mechanisms of every variable that is no root everywhere."""
        self.check_reach()
        always = set(self.problem.disclosure.roots or ())
        return {
            v: self._evidence.local_costs(v, self.hypotheses, self.readings)
            for v in self.problem.variables
            if v not in always
        }

    def check_reach(self) -> None:
        """Raise LimitError if there is too much to look at, before any of it is."""
        names, parts = len(self.problem.variables), 1 + len(self.worlds) * self.each
        if (
            names << names <= DISTURBED_SETS
            and names * 3**names * parts <= DISTURBED_PATTERNS
            and self.problem.disclosure.roots is not None
        ):
            return  # no class of so few variables has more
        sets, patterns = self._evidence.tabled(self.hypotheses)
        if (
            sets > DISTURBED_SETS
            or patterns * parts > DISTURBED_PATTERNS
            or len(self._first_root_sets) > DISTURBED_ROOT_SETS
        ):
            number = len(self._first_root_sets)
            roots = number if number <= DISTURBED_ROOT_SETS else f"more than {DISTURBED_ROOT_SETS}"
            raise LimitError(
                f"too much to count disturbed cells over: {sets:,} parent sets, {patterns * parts:,} "
                f"patterns, {roots} root sets",
                remedy="bound the class with --max-parents, or disclose the roots",
            )

    @cached_property
    def scored(self) -> int:
        """How many cells can be disturbed, at most."""
        always = set(self.problem.disclosure.roots or ())
        free = (i for i, v in enumerate(self.problem.variables) if v not in always)
        return sum(len(self.readings.scored(i)) for i in free)

    # counting

    def spectrum(self, most: int) -> tuple[int, ...]:
        """How many models have 0, 1, …, *most* disturbed cells; raises LimitError beyond reach."""
        total = [0] * (most + 1)
        ring = self.ring(most)
        weights = {v: local.weights(ring) for v, local in self.local.items()}
        for roots in self.root_sets:
            choices: list[Mapping[int, Cut]] = [
                {0: ring.one} if v in roots else weights[v] for v in self.problem.variables
            ]
            for errors, count in enumerate(
                weigh_acyclic(choices, ring.one, meter=self.meter).coefficients
            ):
                total[errors] += count
        return tuple(total)

    def ring(self, degree: int) -> CutRing:
        """Coefficients are at most the number of all models, acyclic or not."""
        functions = (
            sum(1 << (1 << parents.bit_count()) for parents in local.tallies)
            for local in self.local.values()
        )
        width = sum(number.bit_length() for number in functions) + 1
        if (degree + 1) * width > DISTURBED_BITS:
            raise LimitError(
                f"counting by up to {degree:,} disturbed cells takes numbers that are too long",
                remedy="allow fewer errors, or bound the class with --max-parents",
            )
        return CutRing(degree, width)

    # least costs

    @cached_property
    def costs(self) -> dict[str, Costs]:
        """The least cost of every variable on every parent set."""
        return {v: local.least for v, local in self.local.items()}

    def placing(self, roots: Sequence[str]) -> Placing:
        """The programme of least cost over one root set."""
        parts = self.readings.parts
        rooted = CostTable.of({0: np.zeros(parts, dtype=np.int64)}, parts)
        choices = [rooted if v in roots else self.costs[v] for v in self.problem.variables]
        return Placing.of(choices, parts)

    @cached_property
    def placings(self) -> dict[tuple[str, ...], Placing]:
        return {roots: self.placing(roots) for roots in self.root_sets}

    @cached_property
    def least(self) -> int | None:
        """The least number of disturbed cells of any model, None if there is no model."""
        least = min((int(p.least[0]) for p in self.placings.values()), default=NEVER)
        return None if least >= NEVER else least

    # single models

    def disturbed(self, model: BooleanSCM) -> int:
        """How many training cells the model disturbs."""
        return disturbed_cells(model, self.worlds, self.problem.variables)

    # listing

    def members(self, errors: int) -> Iterator[BooleanSCM]:
        """Every model with at most this many disturbed cells, fewest first."""
        for cost in range(errors + 1):
            yield from self.members_at(cost)

    def members_at(self, errors: int) -> Iterator[BooleanSCM]:
        """Every model with exactly this many disturbed cells."""
        ring = self.ring(errors)
        degrees = {
            v: {
                (parents, cost): number
                for parents, weight in local.weights(ring).items()
                for cost, number in enumerate(weight.coefficients)
                if number
            }
            for v, local in self.local.items()
        }
        for roots in self.root_sets:
            variables = [v for v in self.problem.variables if v not in roots]
            yield from self._fixing(roots, variables, degrees, {}, errors)

    def _fixing(
        self,
        roots: tuple[str, ...],
        variables: Sequence[str],
        degrees: Mapping[str, Mapping[tuple[int, int], int]],
        chosen: dict[str, tuple[int, int]],
        errors: int,
    ) -> Iterator[BooleanSCM]:
        """Parent sets with their costs, one variable after the other, as long as the rest can follow."""
        if not self._completes(roots, variables, degrees, chosen, errors):
            return
        if len(chosen) == len(variables):
            yield from self._filled(roots, list(chosen.items()), {})
            return
        variable = variables[len(chosen)]
        for option in sorted(degrees[variable]):
            yield from self._fixing(roots, variables, degrees, {**chosen, variable: option}, errors)

    def _completes(
        self,
        roots: tuple[str, ...],
        variables: Sequence[str],
        degrees: Mapping[str, Mapping[tuple[int, int], int]],
        chosen: Mapping[str, tuple[int, int]],
        errors: int,
    ) -> bool:
        """True if the choice can go on to an acyclic one of exactly this cost."""
        ring = CutRing(errors, max(1, len(variables)) * 64)
        left = [
            {0: ring.one}
            if v in roots
            else _supports(ring, [chosen[v]] if v in chosen else degrees[v])
            for v in self.problem.variables
        ]
        return weigh_acyclic(left, ring.one).coefficients[errors] > 0

    def _filled(
        self,
        roots: tuple[str, ...],
        chosen: Sequence[tuple[str, tuple[int, int]]],
        functions: dict[str, Function],
    ) -> Iterator[BooleanSCM]:
        if not chosen:
            yield BooleanSCM(roots, functions)
            return
        (variable, (parents, cost)), *rest = chosen
        for function in self.local[variable].functions(parents, cost):
            yield from self._filled(roots, rest, {**functions, variable: function})


def _supports(
    ring: CutRing, options: Sequence[tuple[int, int]] | Mapping[tuple[int, int], int]
) -> dict[int, Cut]:
    """One for every parent set and cost that is left."""
    found: dict[int, dict[int, int]] = {}
    for parents, cost in options:
        found.setdefault(parents, {})[cost] = 1
    return {parents: ring.of(degrees) for parents, degrees in found.items()}
