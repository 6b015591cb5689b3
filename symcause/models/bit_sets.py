"""Bit sets: sets of small numbers as bits of one integer.

A Python integer does a thousand set operations in one, and is a key of a dictionary. This is how nodes,
parent sets and elements of a pool are held throughout.

>>> bits(0b10110), lowest(0b10110), mask_of([4, 1, 2]) == 0b10110
([1, 2, 4], 1, True)
>>> bin(renumbered([1, 2, 4])(0b10010))
'0b101'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import compress

_FEW = 12
_SPARSE = 16  # a set with fewer ones than one in this many is listed one by one
_DIGITS = bytes.maketrans(b"01", b"\0\1")


def bits(mask: int) -> list[int]:
    """The members of a set, ascending."""
    ones = mask.bit_count()
    if ones > _FEW and ones * _SPARSE > mask.bit_length():
        digits = bin(mask)[:1:-1].encode().translate(_DIGITS)
        return list(compress(range(len(digits)), digits))
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def lowest(mask: int) -> int:
    """The least member of a set that is not empty."""
    return (mask & -mask).bit_length() - 1


def mask_of(members: Iterable[int]) -> int:
    """The set of these numbers."""
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask


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
