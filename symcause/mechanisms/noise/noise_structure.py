"""Structure under noise: mechanisms, edges and open variables of all models within the errors.

Every parent set of a variable has its functions by cost, and the least cost of all other mechanisms if the
variable has that set. Together they say which functions occur in a member: those whose cost leaves enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Generic

import numpy as np

from symcause.mechanisms.local_space import F, M
from symcause.mechanisms.noise.disturbance_space import DisturbanceSpace, Roots
from symcause.solvers.acyclic.cut_polynomials import Cut
from symcause.solvers.acyclic.least_cost import NEVER, Placing


@dataclass(frozen=True)
class Erring(Generic[F, M]):
    """The models of a class with at most this many disturbed cells, seen from their variables."""

    space: DisturbanceSpace[F, M]
    errors: int

    @cached_property
    def weights(self) -> dict[str, dict[int, Cut]]:
        """g(S; x) of every variable, cut off behind the bound."""
        ring = self.space.ring(self.errors)
        return {v: local.weights(ring) for v, local in self.space.local.items()}

    @cached_property
    def _placings(self) -> dict[Roots, Placing]:
        """Root sets with members, each with its programme of least cost."""
        costs = {
            v: {s: np.array([weight.least]) for s, weight in weights.items()}
            for v, weights in self.weights.items()
        }
        rooted = {0: np.zeros(1, dtype=np.int64)}
        variables = self.space.variables
        placings = {
            roots: Placing.of([rooted if v in roots else costs[v] for v in variables], 1)
            for roots in self.space.root_sets
            if all(costs[v] for v in variables if v not in roots)
        }
        return {roots: p for roots, p in placings.items() if p.least[0] <= self.errors}

    @property
    def is_empty(self) -> bool:
        return not self._placings

    def left(self, variable: str) -> dict[int, int]:
        """For every parent set that occurs: the most that the variable's own mechanism may cost."""
        position = self.space.variables.index(variable)
        least: dict[int, int] = {}
        for roots, placing in self._placings.items():
            if variable not in roots:
                for parents, cost in placing.rest(position).items():
                    least[parents] = min(int(cost[0]), least.get(parents, NEVER))
        errors = {s: self.errors - cost for s, cost in least.items()}
        return {s: most for s, most in errors.items() if most >= self.weights[variable][s].least}

    @cached_property
    def _left(self) -> Mapping[str, Mapping[int, int]]:
        return {v: self.left(v) for v in self.space.local}

    def mechanism_count(self, variable: str) -> int:
        """How many mechanisms a variable has over all members."""
        if variable not in self.space.local:
            return 0
        weights = self.weights[variable]
        left = self._left[variable].items()
        return sum(sum(weights[parents].coefficients[: most + 1]) for parents, most in left)

    def mechanisms(self, variable: str) -> Iterator[F]:
        """Those mechanisms, by parent set and cost."""
        if variable in self.space.local:
            for parents, most in sorted(self._left[variable].items()):
                for cost in range(most + 1):
                    yield from self.space.local[variable].functions(parents, cost)

    def edges(self) -> dict[tuple[str, str], str]:
        """Whether an edge (parent, child) is in all, no or some members; nothing without members."""
        names = self.space.variables
        status: dict[tuple[str, str], str] = {}
        for child in () if self.is_empty else names:
            sets = self._left.get(child, {})
            rooted = any(child in roots for roots in self._placings)
            for p, parent in enumerate(names):
                if parent != child:
                    some = any(s >> p & 1 for s in sets)
                    every = some and not rooted and all(s >> p & 1 for s in sets)
                    status[parent, child] = "always" if every else "open" if some else "never"
        return status

    def open_variables(self) -> tuple[str, ...]:
        """The variables that are a root in some members only, or have several mechanisms."""
        variables = []
        for variable in self.space.variables:
            rooted = any(variable in roots for roots in self._placings)
            if self.mechanism_count(variable) + rooted > 1:
                variables.append(variable)
        return tuple(variables)
