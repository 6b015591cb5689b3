"""Lookups of bit sets: what their members come to, read eight members at a time.

>>> bin(renumbered([1, 2, 4])(0b10010))
'0b101'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence


def renumbered(members: Sequence[int]) -> Callable[[int], int]:
    """Of sets of these numbers the sets of their places among them; other numbers are forgotten."""
    return summed({member: 1 << place for place, member in enumerate(members)})


def summed(values: Mapping[int, int]) -> Callable[[int], int]:
    """Of sets of numbers the sum of what their members are worth; others are worth nothing.

    Eight members at a time are looked up together.
    """
    size = max(values, default=0) // 8 + 1
    tables = []
    for at in range(0, 8 * size, 8):
        table = [0]
        for member in range(at, at + 8):
            worth = values.get(member, 0)
            table += [total + worth for total in table]
        tables.append(table)
    known = (1 << 8 * size) - 1

    def total(mask: int) -> int:
        found = 0
        for table, byte in zip(tables, (mask & known).to_bytes(size, "little"), strict=True):
            if byte:
                found += table[byte]
        return found

    return total
