"""Bit sets: sets of small numbers as bits of one integer.

A Python integer does a thousand set operations in one, and is a key of a dictionary. This is how nodes,
parent sets and elements of a pool are held throughout.

>>> bits(0b10110), lowest(0b10110), mask_of([4, 1, 2]) == 0b10110
([1, 2, 4], 1, True)
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress

_FEW = 12  # ones: a set of so few is listed one by one
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
