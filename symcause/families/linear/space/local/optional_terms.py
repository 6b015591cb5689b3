"""Optional terms in a local linear space: integer squares where a term may be absent.

A parent has at least one of its terms. So the members of a parent set are parted by which terms there are:
three ways for every parent, and within each way all coefficients are integers of the range. Seen so, every
column is a candidate of its own in a linear problem, which the integer engine counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.linear.bounds import MAX_WAYS
from symcause.families.linear.models.crystals import EquationFamily
from symcause.families.linear.problem.magnitudes import Coefficients
from symcause.families.linear.space.local.coefficient_space import EquationWitness, Extremes
from symcause.families.linear.space.local.evidence_rows import LinearRows, Vector
from symcause.families.linear.space.local.integer_engine import IntegerLocal

ZERO = Fraction(0)


class OptionalTerms(IntegerLocal):
    """Integer enumeration for one variable of such a class."""

    def __init__(
        self, evidence: LinearRows, coefficients: Coefficients, budget: Meter | None = None
    ) -> None:
        super().__init__(evidence, coefficients, budget)
        names = evidence.candidates
        squares = tuple(f"{name}^2" for name in names)
        single = replace(evidence, candidates=(*squares, *names), family=EquationFamily.LINEAR)
        self._single = IntegerLocal(single, coefficients, budget)

    def _ways(self, mask: int) -> Iterator[int] | Unknown:
        """The sets of terms that a parent set may have."""
        count = len(self.evidence.candidates)
        chosen = [i for i in range(count) if mask >> i & 1]
        if 3 ** len(chosen) > MAX_WAYS:
            return Unknown(f"more than {MAX_WAYS} ways of leaving out terms")
        kinds = [(1 << i, 1 << count + i, 1 << i | 1 << count + i) for i in chosen]
        return (sum(way) for way in product(*kinds))

    def weight(self, mask: int) -> int | Unknown:
        ways, total = self._ways(mask), 0
        if isinstance(ways, Unknown):
            return ways
        for way in ways:
            weight = self._single.weight(way)
            if isinstance(weight, Unknown):
                return weight
            total += weight
        return total

    def witness(self, mask: int) -> EquationWitness | Unknown | None:
        ways = self._ways(mask)
        if isinstance(ways, Unknown):
            return self.fallback.witness(mask)
        for way in ways:
            witness = self._single.witness(way)
            if witness is not None:
                return witness
        return None

    def another(self, mask: int, witness: EquationWitness) -> EquationWitness | Unknown | None:
        ways = self._ways(mask)
        if isinstance(ways, Unknown):
            return self.fallback.another(mask, witness)
        for way in ways:
            equation_witness = self._single.witness(way)
            if (
                isinstance(equation_witness, EquationWitness)
                and equation_witness.coefficients == witness.coefficients
            ):
                equation_witness = self._single.another(way, witness)
            if equation_witness is not None:
                return equation_witness
        return None

    def members(self, mask: int) -> list[EquationWitness]:
        ways = self._ways(mask)
        if isinstance(ways, Unknown):
            return super().members(mask)
        return [member for way in ways for member in self._single.members(way)]

    def extremes(self, mask: int, objective: Vector) -> Extremes | Unknown | None:
        ways = self._ways(mask)
        if isinstance(ways, Unknown):
            return self.fallback.extremes(mask, objective)
        whole: Extremes | None = None
        for way in ways:
            extremes = self._single.extremes(way, objective)
            if isinstance(extremes, Unknown):
                return extremes
            if extremes is not None:
                whole = extremes if whole is None else _joined(whole, extremes)
        return whole


def _joined(one: Extremes, other: Extremes) -> Extremes:
    """The range over both."""
    ends = (one, other)
    low = min(ends, key=lambda e: (e.low is not None, e.low or ZERO, not e.low_attained))
    high = max(ends, key=lambda e: (e.high is None, e.high or ZERO, e.high_attained))
    return Extremes(
        *(low.low, high.high, low.low_at, high.high_at, low.low_attained, high.high_attained)
    )
