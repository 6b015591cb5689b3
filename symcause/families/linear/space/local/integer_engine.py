"""The integer engine of local linear spaces: coefficients of a finite range, counted.

For a parent set the unknowns are small integers, none of the main ones zero. Exact data with free bases are
equations (:mod:`~space.local.lattice_tally`); rounded data or bounded bases are intervals
(:mod:`~space.local.interval_search`). Both carry the least and the greatest value of an objective along.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.errors import LimitError
from symcause.families.linear.problem.problem import Coefficients
from symcause.families.linear.space.local.coefficient_space import (
    EquationWitness,
    Extremes,
    pick_base,
)
from symcause.families.linear.space.local.evidence_rows import LinearRows, Vector
from symcause.families.linear.space.local.interval_search import (
    Bound,
    BoundedSearch,
    pairwise_bounds,
)
from symcause.families.linear.space.local.lattice_tally import (
    Choice,
    Tally,
    count_solutions,
    tallying,
)
from symcause.families.linear.space.local.smt_engine import SmtLocal
from symcause.solvers.linear.rational_algebra import eliminating, reduce_rows

ZERO = Fraction(0)
_FAR = Fraction(1_000)  # how far out an example of an unbounded range lies


class IntegerLocal:
    """Integer enumeration for one variable."""

    def __init__(
        self, evidence: LinearRows, coefficients: Coefficients, budget: Meter | None = None
    ) -> None:
        self.evidence = evidence
        self._coefficients = coefficients
        self._budget = budget or Meter()
        low, high = coefficients.minimum or 0, coefficients.maximum or 0
        size = coefficients.min_effect or Fraction(1)
        # Small sizes first, so that the first member found is a simple one.
        self._any = tuple(sorted(range(low, high + 1), key=lambda w: (abs(w), w < 0)))
        self._main = tuple(w for w in self._any if abs(w) >= size)
        self._system = (
            reduce_rows([(*f, v) for v, f in evidence.differences()]) if evidence.exact else []
        )
        self._known: dict[int, Tally | Unknown | None] = {}

    @cached_property
    def fallback(self) -> SmtLocal:
        """Decides where counting takes too many steps."""
        return SmtLocal(self.evidence, self._coefficients, self._budget)

    def weight(self, mask: int) -> int | Unknown:
        tally = self._tally(mask)
        return tally if isinstance(tally, Unknown) else tally.count if tally else 0

    def witness(self, mask: int) -> EquationWitness | Unknown | None:
        tally = self._tally(mask)
        if isinstance(tally, Unknown):
            return self.fallback.witness(mask)
        if tally is None:
            return None
        return self._spread(mask, tally.low_at)

    def another(self, mask: int, witness: EquationWitness) -> EquationWitness | Unknown | None:
        tally = self._tally(mask)
        if isinstance(tally, Unknown):
            return self.fallback.another(mask, witness)
        if tally is None:
            return None
        if tally.count < 2:
            return None
        zero = [ZERO] * len(self.evidence.columns(mask))
        for i in range(len(zero)):  # some coefficient has two values
            wide = self._count(mask, [*zero[:i], Fraction(1), *zero[i + 1 :]])
            if isinstance(wide, Unknown):
                return wide
            if wide is not None and wide.low != wide.high:
                ends = [self._spread(mask, choice) for choice in (wide.low_at, wide.high_at)]
                return next(e for e in ends if e.coefficients != witness.coefficients)
        return None

    def members(self, mask: int) -> list[EquationWitness]:
        """Every member, one by one; ask :meth:`weight` first whether they are few."""
        pair = self._search(mask, None, collect=True)
        if isinstance(pair, Unknown):
            raise LimitError(pair.reason)
        return [self._spread(mask, choice) for choice in pair[1]]

    def _spread(self, mask: int, choice: Choice, base: Fraction | None = None) -> EquationWitness:
        coefficients = [ZERO] * self.evidence.width
        for column, value in zip(self.evidence.columns(mask), choice, strict=True):
            coefficients[column] = Fraction(value)
        full = tuple(coefficients)
        return EquationWitness(full, pick_base(self.evidence, full) if base is None else base)

    def _tally(self, mask: int) -> Tally | Unknown | None:
        if mask not in self._known:
            self._known[mask] = self._count(mask, None)
        return self._known[mask]

    def extremes(self, mask: int, objective: Vector) -> Extremes | Unknown | None:
        extremes = self._enumerated_extremes(mask, objective)
        return (
            self.fallback.extremes(mask, objective) if isinstance(extremes, Unknown) else extremes
        )

    def _enumerated_extremes(self, mask: int, objective: Vector) -> Extremes | Unknown | None:
        first = next((row for row in self.evidence.rows if row.group is not None), None)
        if first is None:
            return self._free_base_extremes(mask, objective)
        if not self.evidence.exact:
            return self._interval_extremes(mask, objective)
        columns = self.evidence.columns(mask)
        tally = self._count(mask, [objective[c] - first.features[c] for c in columns])
        if tally is None or isinstance(tally, Unknown):
            return tally
        return Extremes(
            first.value + tally.low,
            first.value + tally.high,
            self._spread(mask, tally.low_at),
            self._spread(mask, tally.high_at),
        )

    def _free_base_extremes(self, mask: int, objective: Vector) -> Extremes | Unknown | None:
        """No row shows the base: it is bounded by its range alone."""
        tally = self._count(mask, [objective[c] for c in self.evidence.columns(mask)])
        if tally is None or isinstance(tally, Unknown):
            return tally
        low, high = self.evidence.low, self.evidence.high
        least = low if low is not None else (high or ZERO) - _FAR
        most = high if high is not None else (low or ZERO) + _FAR
        return Extremes(
            None if low is None else low + tally.low,
            None if high is None else high + tally.high,
            self._spread(mask, tally.low_at, least),
            self._spread(mask, tally.high_at, most),
        )

    def _interval_extremes(self, mask: int, objective: Vector) -> Extremes | Unknown | None:
        """Every member has an interval of bases; take the best end of the best member."""
        columns = self.evidence.columns(mask)
        best: list[tuple[Fraction, EquationWitness]] = []
        members = self._search(mask, None, collect=True)
        if isinstance(members, Unknown):
            return members
        member = members[1]
        group = next(row.group for row in self.evidence.rows if row.group is not None)
        for choice in member:
            witness = self._spread(mask, choice)
            low, high = self.evidence.base_of(group, witness.coefficients)
            effect = sum((objective[c] * w for c, w in zip(columns, choice, strict=True)), ZERO)
            for base in (low, high):
                if base is not None:
                    best.append((base + effect, EquationWitness(witness.coefficients, base)))
        if not best:
            return None
        least = min(best, key=lambda pair: pair[0])
        most = max(best, key=lambda pair: pair[0])
        return Extremes(least[0], most[0], least[1], most[1])

    def _domains(self, mask: int) -> list[Sequence[int]]:
        mains = mask.bit_count()
        columns = self.evidence.columns(mask)
        signs = self.evidence.signs or (0,) * self.evidence.width
        return [
            [w for w in self._main if w * signs[c] >= 0] if i < mains else self._any
            for i, c in enumerate(columns)
        ]

    def _count(self, mask: int, objective: Sequence[Fraction] | None) -> Tally | Unknown | None:
        domains = self._domains(mask)
        if not all(domains):
            return None
        if not self.evidence.exact:
            pair = self._search(mask, objective)
            return pair if isinstance(pair, Unknown) else pair[0]
        columns = self.evidence.columns(mask)
        rows = [[row[c] for c in (*columns, self.evidence.width)] for row in self._system]
        self._budget.spend(eliminating(len(rows), len(columns) + 1) + tallying(domains))
        return count_solutions(reduce_rows(rows), domains, objective)

    def _search(
        self, mask: int, objective: Sequence[Fraction] | None, *, collect: bool = False
    ) -> tuple[Tally | None, list[Choice]] | Unknown:
        bounds = [
            Bound.of(low, high, [features[c] for c in self.evidence.columns(mask)])
            for low, high, features in pairwise_bounds(self.evidence)
        ]
        search = BoundedSearch(bounds, self._domains(mask), objective, collect=collect)
        pair = search.run()
        self._budget.spend(100 + 4 * search.steps.spent)
        return pair
