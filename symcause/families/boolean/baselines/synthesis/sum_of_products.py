"""The least sum of products that fits given outputs (Quine and McCluskey), other patterns being free.

Fewest products, then fewest literals, then the first list of cubes in the order 0, 1, absent, input by
input. A sum that is least in products and literals consists of prime cubes: one that could lose a literal
would make a shorter sum.
"""

from __future__ import annotations

from collections.abc import Mapping

from symcause.budgets import Meter
from symcause.families.boolean.bounds import SUM_CUBES
from symcause.models.expressions import Expression, Operation, Variable

ABSENT = 2
Cube = tuple[int, ...]
"""For every input 0, 1 or :data:`ABSENT`."""


def least_sum(inputs: int, outputs: Mapping[int, bool]) -> list[Cube]:
    """The cubes of the least sum; bit *j* of a pattern is input *j*."""
    ones = [pattern for pattern, value in sorted(outputs.items()) if value]
    zeros = [pattern for pattern, value in outputs.items() if not value]
    primes = _primes(inputs, ones, zeros)
    covers = [
        sum(1 << at for at, pattern in enumerate(ones) if _holds(cube, pattern)) for cube in primes
    ]
    return _Cover(primes, covers, (1 << len(ones)) - 1).least()


def written_sum(names: list[str], cubes: list[Cube]) -> Expression:
    """The sum as an expression over these names; literals in their order."""
    products = [_joined("and", _literals(names, cube)) for cube in cubes]
    return _joined("or", products)


def _literals(names: list[str], cube: Cube) -> list[Expression]:
    return [
        Variable(name) if value else Operation("not", (Variable(name),))
        for name, value in zip(names, cube, strict=True)
        if value != ABSENT
    ]


def _joined(operator: str, parts: list[Expression]) -> Expression:
    return parts[0] if len(parts) == 1 else Operation(operator, tuple(parts))


def _holds(cube: Cube, pattern: int) -> bool:
    return all(value == ABSENT or value == pattern >> j & 1 for j, value in enumerate(cube))


def _primes(inputs: int, ones: list[int], zeros: list[int]) -> list[Cube]:
    """The largest cubes that hold a pattern of output 1 and none of output 0, in their order."""
    legal = {
        (care, value)
        for care in range(1 << inputs)
        for value in {pattern & care for pattern in ones}
        if all(pattern & care != value for pattern in zeros)
    }
    prime = [
        (care, value)
        for care, value in legal
        if not any(
            (care ^ 1 << j, value & ~(1 << j)) in legal for j in range(inputs) if care >> j & 1
        )
    ]
    return sorted(
        tuple(value >> j & 1 if care >> j & 1 else ABSENT for j in range(inputs))
        for care, value in prime
    )


class _Cover:
    """The search for the least cover, by the number of cubes."""

    def __init__(self, primes: list[Cube], covers: list[int], full: int) -> None:
        self._primes, self._covers, self._full = primes, covers, full
        self._literals = [sum(value != ABSENT for value in cube) for cube in primes]
        self._extended = Meter(SUM_CUBES + 1)
        self._best: tuple[int, list[int]] | None = None

    def least(self) -> list[Cube]:
        for size in range(1, len(self._primes) + 1):
            self._extend([], 0, size, 0)
            if self._best is not None:
                return [self._primes[at] for at in self._best[1]]
            if self._extended.over:
                return self._greedy()
        raise AssertionError("primes cover every pattern of output 1")

    def _extend(self, chosen: list[int], covered: int, size: int, literals: int) -> None:
        """The first pattern not covered yet has to be covered by some cube."""
        self._extended.spend()
        if covered == self._full:
            pair = (literals, sorted(chosen))
            if self._best is None or pair < self._best:
                self._best = pair
            return
        if len(chosen) == size or self._extended.over:
            return
        missing = self._full & ~covered
        widest = max((cover & missing).bit_count() for cover in self._covers)
        if widest * (size - len(chosen)) < missing.bit_count():
            return
        bit = missing & -missing
        for at, cover in enumerate(self._covers):
            total = literals + self._literals[at]
            if cover & bit and (self._best is None or total <= self._best[0]):
                self._extend([*chosen, at], covered | cover, size, total)

    def _greedy(self) -> list[Cube]:
        """A short sum where the least is out of reach."""
        covered, chosen = 0, []
        while covered != self._full:
            at = max(
                range(len(self._primes)),
                key=lambda i: ((self._covers[i] & ~covered).bit_count(), -self._literals[i], -i),
            )
            chosen.append(at)
            covered |= self._covers[at]
        return [self._primes[at] for at in sorted(chosen)]
