"""The disturbance space: models by how many cells each disturbs, under noise.

The cost of a model is the sum of the costs of its mechanisms (:mod:`.mechanism_costs`), and only acyclicity
couples them, so counting by cost is the recursion of the exact space over polynomials cut off behind x^E,
the least cost is a programme over sets (:mod:`symcause.solvers.acyclic.least_cost`), and listing fixes one
mechanism after the other, never entering where the rest cannot stay within the bound.

*Order of members*: by disturbed cells; then as in the exact space.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from math import prod
from typing import Generic

import numpy as np

from symcause.budgets import Meter
from symcause.errors import LimitError
from symcause.mechanisms.bounds import (
    DISTURBED_BITS,
    DISTURBED_PATTERNS,
    DISTURBED_ROOT_SETS,
    DISTURBED_SETS,
)
from symcause.mechanisms.local_space import F, M
from symcause.mechanisms.noise.mechanism_costs import LocalCosts
from symcause.mechanisms.noise.pattern_tallies import Readings
from symcause.solvers.acyclic.choice_weight import weigh_acyclic
from symcause.solvers.acyclic.cost_arrays import Costs, CostTable
from symcause.solvers.acyclic.cut_polynomials import Cut, CutRing
from symcause.solvers.acyclic.least_cost import NEVER, Placing

Roots = tuple[str, ...]
Option = tuple[int, int]
"""A parent set, and what the mechanism on it costs."""


class DisturbanceSpace(ABC, Generic[F, M]):
    """Models by the number of their disturbed cells; what is beyond reach raises LimitError.

    A family gives its readings, the root sets, the costs of every variable's mechanisms and the models that
    are built of them. Where readings leave out each world in turn, least costs are also those.
    """

    meter: Meter | None  # what counting draws on

    @property
    @abstractmethod
    def variables(self) -> tuple[str, ...]:
        """All variables, in the order of the problem."""

    @property
    @abstractmethod
    def readings(self) -> Readings[F]:
        """The rows that were read, once."""

    @property
    @abstractmethod
    def given_roots(self) -> Roots | None:
        """The roots, None where several sets of variables can be."""

    @abstractmethod
    def admitted_roots(self) -> Iterable[Roots]:
        """The root sets over which a model can be written, one after the other."""

    @abstractmethod
    def costs_of(self, variable: str) -> LocalCosts[F]:
        """The costs of a variable's mechanisms in the class."""

    @abstractmethod
    def build(self, roots: Roots, functions: dict[str, F]) -> M:
        """The model that has these roots and these mechanisms."""

    @abstractmethod
    def whole(self) -> DisturbanceSpace[F, M]:
        """The same where no world is left out."""

    def tabled(self) -> tuple[int, int]:
        """How many parent sets the class has over all variables, and how many patterns they have."""
        found = [self.costs_of(v).tabled for v in self.variables]
        return sum(sets for sets, _ in found), sum(patterns for _, patterns in found)

    @property
    def root_sets(self) -> tuple[Roots, ...]:
        """The root sets over which a model can be written; raises LimitError where they are too many."""
        if len(self._first_root_sets) > DISTURBED_ROOT_SETS:
            self.check_reach()
        return self._first_root_sets

    @cached_property
    def _first_root_sets(self) -> tuple[Roots, ...]:
        """All of them, or one more than can be looked at."""
        return tuple(islice(self.admitted_roots(), DISTURBED_ROOT_SETS + 1))

    @property
    def _free(self) -> list[str]:
        """The variables that are no root everywhere."""
        always = set(self.given_roots or ())
        return [v for v in self.variables if v not in always]

    @cached_property
    def local(self) -> dict[str, LocalCosts[F]]:
        """The mechanisms of every variable that is no root everywhere."""
        self.check_reach()
        return {v: self.costs_of(v) for v in self._free}

    def check_reach(self) -> None:
        """Raise LimitError if there is too much to look at, before any of it is."""
        names, parts = len(self.variables), self.readings.parts
        if (
            names << names <= DISTURBED_SETS
            and names * prod(size + 1 for size in self.readings.sizes) * parts <= DISTURBED_PATTERNS
            and self.given_roots is not None
        ):
            return  # no class of so few variables has more
        sets, patterns = self.tabled()
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
        return sum(len(self.readings.scored(self.variables.index(v))) for v in self._free)

    # counting

    def spectrum(self, most: int) -> tuple[int, ...]:
        """How many models have 0, 1, …, *most* disturbed cells; raises LimitError beyond reach."""
        total = [0] * (most + 1)
        ring = self.ring(most)
        weights = {v: local.weights(ring) for v, local in self.local.items()}
        for roots in self.root_sets:
            choices: list[Mapping[int, Cut]] = [
                {0: ring.one} if v in roots else weights[v] for v in self.variables
            ]
            for errors, count in enumerate(
                weigh_acyclic(choices, ring.one, meter=self.meter).coefficients
            ):
                total[errors] += count
        return tuple(total)

    def ring(self, degree: int) -> CutRing:
        """Coefficients are at most the number of all models, acyclic or not."""
        width = sum(local.written.bit_length() for local in self.local.values()) + 1
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
        choices = [rooted if v in roots else self.costs[v] for v in self.variables]
        return Placing.of(choices, parts)

    @cached_property
    def placings(self) -> dict[Roots, Placing]:
        return {roots: self.placing(roots) for roots in self.root_sets}

    @cached_property
    def least(self) -> int | None:
        """The least number of disturbed cells of any model, None if there is no model."""
        least = min((int(p.least[0]) for p in self.placings.values()), default=NEVER)
        return None if least >= NEVER else least

    # single models

    def disturbed(self, model: M) -> int:
        """How many cells the model disturbs."""
        where, readings = self.variables.index, self.readings
        return sum(int(readings.disturbed(f, where(v))[0]) for v, f in model.functions.items())

    # listing

    def members(self, errors: int) -> Iterator[M]:
        """Every model with at most this many disturbed cells, fewest first."""
        for cost in range(errors + 1):
            yield from self.members_at(cost)

    def members_at(self, errors: int) -> Iterator[M]:
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
            variables = [v for v in self.variables if v not in roots]
            yield from self._fixing(roots, variables, degrees, {}, errors)

    def _fixing(
        self,
        roots: Roots,
        variables: Sequence[str],
        degrees: Mapping[str, Mapping[Option, int]],
        chosen: dict[str, Option],
        errors: int,
    ) -> Iterator[M]:
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
        roots: Roots,
        variables: Sequence[str],
        degrees: Mapping[str, Mapping[Option, int]],
        chosen: Mapping[str, Option],
        errors: int,
    ) -> bool:
        """True if the choice can go on to an acyclic one of exactly this cost."""
        ring = CutRing(errors, max(1, len(variables)) * 64)
        left = [
            {0: ring.one}
            if v in roots
            else _supports(ring, [chosen[v]] if v in chosen else degrees[v])
            for v in self.variables
        ]
        return weigh_acyclic(left, ring.one).coefficients[errors] > 0

    def _filled(
        self, roots: Roots, chosen: Sequence[tuple[str, Option]], functions: dict[str, F]
    ) -> Iterator[M]:
        if not chosen:
            yield self.build(roots, functions)
            return
        (variable, (parents, cost)), *rest = chosen
        for function in self.local[variable].functions(parents, cost):
            yield from self._filled(roots, rest, {**functions, variable: function})


def _supports(ring: CutRing, options: Sequence[Option] | Mapping[Option, int]) -> dict[int, Cut]:
    """One for every parent set and cost that is left."""
    found: dict[int, dict[int, int]] = {}
    for parents, cost in options:
        found.setdefault(parents, {})[cost] = 1
    return {parents: ring.of(degrees) for parents, degrees in found.items()}
