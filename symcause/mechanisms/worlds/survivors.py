"""Survivors in disambiguation: members that the chosen worlds leave but the whole pool refutes.

Let X be the chosen worlds and C the whole pool. If the space after X is larger than after C, some
variable V has a mechanism in a member after X that is none after C. Around it a member M is completed that
keeps gold wherever it can: the other variables are placed in an acyclic order, with gold's mechanism as
soon as its inputs are placed, and changes that acyclicity does not need are taken back. The worlds that
refute M are those that refute one of its changed mechanisms, and every sufficient choice holds one of
them. Single-variable changes come out wherever V's new inputs are not downstream of V.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Generic

from symcause.mechanisms.bounds import SURVIVING_SETS, SURVIVOR_ROUTES
from symcause.mechanisms.branch_space import BranchSpace
from symcause.mechanisms.descendants import descendants
from symcause.mechanisms.local_space import F, M, S, Weights
from symcause.mechanisms.root_branch import Branch
from symcause.mechanisms.worlds.refutation import Pool, Refuting
from symcause.models.cycles import named_cycle


@dataclass(frozen=True)
class Survivor(Generic[M]):
    """A member other than gold, its changed variables, and the worlds of the pool that refute it."""

    model: M
    changed: tuple[str, ...]
    refuters: int


def survivors(
    after: BranchSpace[S, F, M],
    target: BranchSpace[S, F, M],
    gold: M,
    pool: Pool[object],
    refuting: Refuting[S, F, M],
) -> Iterator[Survivor[M]]:
    """Some members of *after* that are not in *target*, each refuted by few worlds."""
    for branch in after.branches:
        if branch.is_empty:
            continue
        search = _Search(branch, gold, pool, refuting)
        for space in branch.endogenous:
            yield from search.around(space, _weights(target, space.variable))


def _weights(target: BranchSpace[S, F, M], variable: str) -> Weights:
    """How many mechanisms of each parent set the whole pool leaves (the same in every branch)."""
    for branch in target.branches:
        if variable not in branch.roots:
            return branch.local(variable).weights
    return {}


class _Search(Generic[S, F, M]):
    """Members of one branch."""

    def __init__(
        self,
        branch: Branch[S, F, M],
        gold: M,
        pool: Pool[object],
        refuting: Refuting[S, F, M],
    ) -> None:
        self.branch, self.gold, self.pool, self.refuting = branch, gold, pool, refuting
        self.same_roots = set(branch.roots) == set(gold.roots)
        self._below: dict[str, set[str]] = {}

    def around(self, space: S, left: Weights) -> Iterator[Survivor[M]]:
        """Survivors in which this variable has a mechanism that the pool refutes."""
        differing = [
            group
            for group in self.branch.live(space.variable)
            if space.weights[group] > left.get(group, 0)
        ]
        for group in islice(_maximal(differing), SURVIVING_SETS):
            for function, refuters in self.refuting.cheapest(space, group, self.pool, self.gold):
                yield self._completed(space.variable, function, refuters)

    def _completed(self, variable: str, function: F, refuters: int) -> Survivor[M]:
        build, gold = self.branch.build, self.gold
        if self.same_roots and self._downstream(variable).isdisjoint(function.parents):
            model = build(gold.roots, {**gold.functions, variable: function})
            return Survivor(model, (variable,), refuters)
        functions, costs = self._placed(variable, function)
        costs[variable] = refuters
        for other in [v for v in costs if v != variable and v in gold.functions]:
            back = {**functions, other: gold.functions[other]}
            if self._kept(other) and not named_cycle({v: f.parents for v, f in back.items()}, back):
                functions = back
                del costs[other]
        model = build(self.branch.roots, functions)
        total = 0
        for cost in costs.values():
            total |= cost
        return Survivor(model, model.changed(gold), total)

    def _downstream(self, variable: str) -> set[str]:
        """The variable and its descendants in gold."""
        if variable not in self._below:
            self._below[variable] = descendants(self.gold, variable)
        return self._below[variable]

    def _kept(self, variable: str) -> bool:
        """True if gold's mechanism of the variable is one here."""
        own = self.gold.functions.get(variable)
        return own is not None and own in self.branch.local(variable)

    def _placed(self, variable: str, function: F) -> tuple[dict[str, F], dict[str, int]]:
        """Mechanisms for all variables around the given one, and what refutes those not gold's."""
        functions: dict[str, F] = {}
        costs: dict[str, int] = {}
        placed = set(self.branch.roots)
        waiting = [s.variable for s in self.branch.endogenous]
        wanted = {v: self.gold.functions[v] for v in waiting if self._kept(v)}
        wanted[variable] = function
        while waiting:
            name = next(
                (v for v in waiting if v in wanted and placed.issuperset(wanted[v].parents)), None
            )
            if name is None:
                name, functions_cost = self._way(waiting, variable, placed)
                wanted[name], costs[name] = functions_cost
            functions[name] = wanted[name]
            placed.add(name)
            waiting.remove(name)
        return functions, costs

    def _way(
        self, waiting: Sequence[str], variable: str, placed: set[str]
    ) -> tuple[str, tuple[F, int]]:
        """A variable that can be placed next with another mechanism, as hard to refute as possible."""
        inside = sum(1 << i for i, v in enumerate(self.branch.variables) if v in placed)
        best: tuple[int, str, F, int] | None = None
        for name in waiting:
            if name == variable:
                continue
            space = self.branch.local(name)
            fitting = _maximal([g for g in space.weights if not g & ~inside])
            for group in islice(fitting, SURVIVOR_ROUTES):
                function, refuters = self.refuting.least_refuted(space, group, self.pool, self.gold)
                if best is None or refuters.bit_count() < best[0]:
                    best = (refuters.bit_count(), name, function, refuters)
        assert best is not None, "a live mechanism can be completed"
        return best[1], (best[2], best[3])


def _maximal(groups: Sequence[int]) -> Iterator[int]:
    """The groups that no other one contains, largest first."""
    kept: list[int] = []
    for group in sorted(groups, key=lambda g: (-g.bit_count(), g)):
        if not any(group & ~other == 0 for other in kept):
            kept.append(group)
            yield group
