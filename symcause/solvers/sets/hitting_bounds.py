"""Hitting set bounds: a proof by cases that no smaller set meets all demands.

Elements of a pool (:mod:`.hitting_sets`) count by the demands that they meet: one that meets no more than
another is idle. An open demand is met by one of its elements, so with *k* elements to choose there is one
case for each; a case is closed as soon as the *k* most useful elements together meet fewer demands than
are open. The search ends after this many cases: then nothing is said.

>>> proves_fewest([0b0011, 0b1100, 0b0110], 2), proves_fewest([0b0011, 0b0110], 2)
(True, False)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from symcause.bounds.solvers_bounds import HITTING_CASES, HITTING_ELEMENTS
from symcause.budgets import Meter
from symcause.models.bit_sets import bits


def proves_fewest(demands: Iterable[int], number: int, most_cases: int = HITTING_CASES) -> bool:
    """True if it is proven that fewer than this many elements do not meet all demands."""
    wanted = list(demands)
    if number <= 1 or not wanted:
        return number <= 0 or (number == 1 and bool(wanted))
    if number > HITTING_ELEMENTS:
        return False
    return _Cases(_useful(wanted), most_cases).none((1 << len(wanted)) - 1, number - 1)


def _useful(demands: Sequence[int]) -> list[int]:
    """By element the demands that it meets, as bits; without idle ones."""
    import numpy as np

    size = -(-max(demand.bit_length() for demand in demands) // 8)
    octets = b"".join(demand.to_bytes(size, "little") for demand in demands)
    table = np.frombuffer(octets, np.uint8).reshape(len(demands), size)
    met = np.packbits(np.unpackbits(table, axis=1, bitorder="little"), axis=0, bitorder="little")
    lines, width = np.ascontiguousarray(met.T).tobytes(), len(met)
    kinds = {lines[i : i + width] for i in range(0, len(lines), width)}
    return _largest(int.from_bytes(kind, "little") for kind in kinds)


def _largest(sets: Iterable[int]) -> list[int]:
    """The sets that no other one contains, largest first."""
    kept: list[int] = []
    for one in sorted(sets, key=lambda s: (-s.bit_count(), s)):
        for other in kept:
            if one & other == one:
                break
        else:
            kept.append(one)
    return kept


class _Cases:
    """The search; out of cases it says nothing."""

    def __init__(self, elements: list[int], most: int) -> None:
        self._elements, self._cases = elements, Meter(most + 1)

    def none(self, wanted: int, number: int) -> bool:
        """True if no set of this size meets what is wanted, which is not empty."""
        return self._none(self._elements, wanted, number)

    def _none(self, elements: list[int], wanted: int, number: int) -> bool:
        self._cases.spend()
        if self._cases.over or not wanted:
            return False
        open_sets = _largest({rest for element in elements if (rest := element & wanted)})
        if sum(rest.bit_count() for rest in open_sets[:number]) < wanted.bit_count():
            return True
        if number <= 1:
            return False  # one element meets all of it
        meeting = self._fewest(open_sets, wanted)
        return all(self._none(open_sets, wanted & ~element, number - 1) for element in meeting)

    @staticmethod
    def _fewest(elements: list[int], wanted: int) -> list[int]:
        """The elements that meet a demand which few of them meet."""
        numbers = dict.fromkeys(bits(wanted), 0)
        for element in elements:
            for demand in bits(element):
                numbers[demand] += 1
        rare = 1 << min(numbers, key=lambda demand: numbers[demand])
        return [element for element in elements if element & rare]
