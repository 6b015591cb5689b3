"""Coordinated pairs under noise: two mechanisms that can only change together, within the errors.

As :mod:`symcause.mechanisms.mechanism_pairs`, with polynomials in the place of numbers: gold with both
changes stays within the errors, and at least one of them alone would be cyclic.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product

from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.space.boolean_space import BooleanSpace
from symcause.families.boolean.space.noise.disturbed_space import DisturbedSpace
from symcause.families.boolean.space.noise_space import ErringSpace
from symcause.mechanisms.mechanism_pairs import CoordinatedPair, below, coupled


def disturbed_pairs(
    space: BooleanSpace, gold: BooleanSCM
) -> tuple[CoordinatedPair[BooleanSCM], ...]:
    """All pairs of a space in which cells may be disturbed; raises LimitError beyond reach."""
    assert isinstance(space, ErringSpace), "members come by their disturbed cells"
    return ErringPairs(space.disturbed, gold, space.hypotheses.errors).pairs()


_Class = tuple[bool, bool, bool]  # meets D(own), meets D(other), cyclic alone


@dataclass
class _Changes:
    """Other functions of a variable by cost, and the cheapest of them: its cost and parent set."""

    counts: list[int]
    cheapest: tuple[int, int]


@dataclass(frozen=True)
class ErringPairs:
    """Pairs of changes to gold, which is a member, with at most this many disturbed cells in all."""

    space: DisturbedSpace
    gold: BooleanSCM
    errors: int

    def pairs(self) -> tuple[CoordinatedPair[BooleanSCM], ...]:
        """All pairs with at least one change; raises LimitError beyond reach."""
        names, variables = self.gold.endogenous, self.space.problem.variables
        near = [p for p in combinations(names, 2) if coupled(variables, self.gold, *p)]
        pairs = (self._pair(v, w) for v, w in near)
        return tuple(pair for pair in pairs if pair is not None)

    @cached_property
    def _own(self) -> dict[str, int]:
        """The cells that each of gold's mechanisms disturbs."""
        names, readings = self.space.problem.variables, self.space.readings
        return {
            v: int(readings.disturbed(f, names.index(v))[0]) for v, f in self.gold.functions.items()
        }

    @cached_property
    def _weights(self) -> dict[str, dict[int, tuple[int, ...]]]:
        ring = self.space.ring(min(self.errors, self.space.scored))
        return {
            v: {s: cut.coefficients for s, cut in self.space.local[v].weights(ring).items()}
            for v in self.gold.endogenous
        }

    def _pair(self, v: str, w: str) -> CoordinatedPair[BooleanSCM] | None:
        names, gold, own = self.space.problem.variables, self.gold, self._own
        left = self.errors - (sum(own.values()) - own[v] - own[w])
        cut_v, cut_w = (below(names, gold, x, {v, w}) for x in (v, w))
        first = self._classes(v, cut_v, cut_w, below(names, gold, v, {v}))
        second = self._classes(w, cut_w, cut_v, below(names, gold, w, {w}))
        total, example = 0, None
        for (a, some), (b, others) in product(first.items(), second.items()):
            if (a[2] or b[2]) and not (a[0] or b[0] or (a[1] and b[1])):
                total += sum(
                    n * sum(others.counts[: max(0, left - d + 1)])
                    for d, n in enumerate(some.counts)
                )
                if example is None and some.cheapest[0] + others.cheapest[0] <= left:
                    changed = {v: self._other(v, some), w: self._other(w, others)}
                    example = BooleanSCM(gold.roots, {**gold.functions, **changed})
        return None if example is None else CoordinatedPair((v, w), total, example)

    def _classes(self, v: str, own: int, other: int, alone: int) -> dict[_Class, _Changes]:
        local, now = self.space.local[v], self.gold.functions[v]
        home = sum(1 << self.space.problem.variables.index(p) for p in now.parents)
        changes: dict[_Class, _Changes] = {}
        for group, weight in sorted(self._weights[v].items()):
            counts = list(weight)
            if group == home and local.lists(now):
                counts[self._own[v]] -= 1
            least = next((d for d, n in enumerate(counts) if n), None)
            if least is None:
                continue
            key = (bool(group & own), bool(group & other), bool(group & alone))
            if key not in changes:
                changes[key] = _Changes(counts, (least, group))
            else:
                before = changes[key]
                before.counts = [a + b for a, b in zip(before.counts, counts, strict=True)]
                before.cheapest = min(before.cheapest, (least, group))
        return changes

    def _other(self, v: str, changes: _Changes) -> Function:
        cost, group = changes.cheapest
        listed = self.space.local[v].functions(group, cost)
        return next(f for f in listed if f != self.gold.functions[v])
