"""The single design: what n units of one and the same design are worth, whatever a history has shown.

Between two rivals all that n units tell is a ratio of chances. The count vectors are sorted by it, and
every history is looked up in running sums: of the vectors with larger ratios the choice is another one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise, product

import numpy as np

from symcause.families.scenario.bounds import FRACTION_VECTORS, VALUE_BITS
from symcause.families.scenario.budget.policies.count_vectors import (
    ROUNDING,
    Floats,
    Vectors,
    independent,
    terms,
)
from symcause.families.scenario.budget.policies.payoff_vectors import Vector
from symcause.families.scenario.budget.policies.ratio_classes import Experiment

CHUNK = 2_000_000
"""Pairs of histories and vectors that are looked at together where there are three rivals or more."""


@dataclass(frozen=True)
class Value:
    """A number and how far it is off at most."""

    found: float
    margin: float

    @property
    def low(self) -> Fraction:
        return max(Fraction(self.found) - Fraction(self.margin), Fraction(0))

    @property
    def high(self) -> Fraction:
        return Fraction(self.found) + Fraction(self.margin)


@dataclass(frozen=True)
class Units:
    """The count vectors of n units of one design."""

    vectors: Vectors

    @cached_property
    def _sorted(self) -> tuple[Floats, Floats, Floats]:
        """Ratios rising, and running sums of both chances."""
        first, second = self.vectors.chances
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio = np.where(second > 0, first / second, np.where(first > 0, np.inf, 0.0))
        order = np.argsort(ratio, kind="stable")
        one, two = (np.concatenate(([0.0], np.cumsum(part[order]))) for part in (first, second))
        return ratio[order], one, two

    def value(self, weights: Vectors, choices: Sequence[Vector]) -> Value:
        """The value of the best final choice; *weights* are the chances of histories times the prior."""
        size = self.vectors.size
        margin = 4 * (weights.slack + self.vectors.slack)
        margin += 4 * (size + weights.size + 40) * ROUNDING
        if len(choices[0]) != 2:
            return Value(self._looked_at(weights, choices), margin)
        ratios, firsts, seconds = self._sorted
        one, two = weights.chances
        cuts = [np.zeros(weights.size, dtype=np.intp)]
        for (a, b), (c, d) in pairwise((float(v), float(w)) for v, w in choices):
            with np.errstate(divide="ignore", invalid="ignore"):
                at = np.where(one > 0, two * (b - d) / (one * (c - a)), np.inf)
            cuts.append(np.maximum(cuts[-1], np.searchsorted(ratios, at)))
        cuts.append(np.full(weights.size, size))
        total = 0.0
        for (low, high), (v, w) in zip(pairwise(cuts), choices, strict=True):
            worth = one * float(v) * (firsts[high] - firsts[low])
            worth += two * float(w) * (seconds[high] - seconds[low])
            total += float(worth.sum())
        return Value(total, margin)

    def _looked_at(self, weights: Vectors, choices: Sequence[Vector]) -> float:
        """Every history with every vector."""
        paid = np.array([[float(w) for w in choice] for choice in choices])
        step, total = max(1, CHUNK // max(self.vectors.size, 1)), 0.0
        for start in range(0, weights.size, step):
            some = weights.chances[:, start : start + step]
            scaled = paid[:, :, None] * some[None, :, :]
            worth = np.einsum("wrh,rt->wht", scaled, self.vectors.chances)
            total += float(worth.max(axis=0).sum())
        return total


def units(experiment: Experiment, n: int) -> Units:
    """The count vectors of n units of a reduced experiment."""
    return Units(independent(experiment, n))


def weighted(history: Vectors, prior: Sequence[Fraction]) -> Vectors:
    """The chances of histories, times the prior."""
    shares = np.array([float(share) for share in prior])[:, None]
    return Vectors(history.chances * shares, history.slack + 2 * ROUNDING)


def fraction_value(
    experiment: Experiment, n: int, prior: Sequence[Fraction], choices: Sequence[Vector]
) -> Fraction | None:
    """The value of n units without a history as a fraction; None if it is long."""
    longest = max((c.denominator for law in experiment for c in law), default=1).bit_length()
    if n * longest > VALUE_BITS or terms(len(experiment), n) > FRACTION_VECTORS:
        return None
    vectors: dict[tuple[int, ...], Vector] = {(0,) * len(experiment): tuple(prior)}
    for _ in range(n):
        after: dict[tuple[int, ...], Vector] = {}
        for (counts, chances), (i, law) in product(vectors.items(), enumerate(experiment)):
            key = (*counts[:i], counts[i] + 1, *counts[i + 1 :])
            more = tuple(c * p for c, p in zip(chances, law, strict=True))
            known = after.get(key, (Fraction(0),) * len(more))
            after[key] = tuple(a + b for a, b in zip(known, more, strict=True))
        vectors = after
    return sum(
        (max(sum(map(_product, c, v), Fraction(0)) for v in choices) for c in vectors.values()),
        Fraction(0),
    )


def _product(left: Fraction, right: Fraction) -> Fraction:
    return left * right
