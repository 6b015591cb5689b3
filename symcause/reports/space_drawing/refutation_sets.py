"""Refutation sets: for every mark the smallest sets of evidence that rule it out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from symcause.reports.space_drawing.evidence_board import Piece

K = TypeVar("K")


def refutations(
    marks: Sequence[K], left: Mapping[tuple[int, ...], frozenset[K]], pieces: Sequence[Piece]
) -> tuple[tuple[int, ...], ...]:
    """Of every mark the minimal states in which it is not left, as bits of the pieces that they name.

    A piece that another piece of a set needs goes without saying.

    >>> here = {(): frozenset("xy"), (0,): frozenset("xy"), (1,): frozenset("xy"), (0, 1): frozenset("x")}
    >>> refutations("xy", here, (Piece("one"), Piece("two")))
    ((), (3,))
    """
    states = sorted(left, key=len)
    bits = []
    for mark in marks:
        minimal: list[frozenset[int]] = []
        for state in states:
            if mark not in left[state] and not any(one <= set(state) for one in minimal):
                minimal.append(frozenset(state))
        bits.append(tuple(sorted(_bits(one, pieces) for one in minimal)))
    return tuple(bits)


def _bits(state: frozenset[int], pieces: Sequence[Piece]) -> int:
    implied: set[int] = set()
    for piece in state:
        at = pieces[piece].after
        while at is not None:
            implied.add(at)
            at = pieces[at].after
    return sum(1 << piece for piece in state - implied)
