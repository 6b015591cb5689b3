"""The choice of switches: which pieces of evidence can be switched, and which are always on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from symcause.answers import Unknown
from symcause.bounds.reports_bounds import DRAWN_MEMBERS, SWITCH_STATES, SWITCHES, TRIED_SWITCHES
from symcause.reports.space_drawing.evidence_board import Piece

Counted = Callable[[Sequence[int]], object]
"""How many members there are with these pieces."""


def closed_states(free: Sequence[int], pieces: Sequence[Piece]) -> list[tuple[int, ...]]:
    """Every set of switched pieces that lacks nothing which one of them needs.

    >>> closed_states((1, 2), (Piece("start"), Piece("one"), Piece("two", after=1)))
    [(), (1,), (1, 2)]
    """
    states: list[tuple[int, ...]] = [()]
    for i in sorted(free):
        after = pieces[i].after
        states += [(*s, i) for s in states if after not in free or after in s]
    return states


def switches(
    pieces: Sequence[Piece], counted: Counted, *, joint: bool, first: int = 0
) -> tuple[int, ...]:
    """The pieces that can be switched: from the last to the *first*, while few enough members come back.

    One piece at least is always on, and a piece that another one needs is not switched without it.
    """
    off: tuple[int, ...] = ()
    for i in reversed(range(max(first, len(pieces) - TRIED_SWITCHES), len(pieces))):
        kept = [k for k in range(len(pieces)) if k not in off and k != i]
        needed = any(pieces[k].after == i for k in kept)
        if needed or not kept or len(off) == SWITCHES:
            continue
        tried = (i, *off)
        if joint and len(closed_states(tried, pieces)) > SWITCH_STATES:
            break
        result = counted(kept)
        if isinstance(result, int) and result <= DRAWN_MEMBERS:
            off = tried
    return off


def nearest_switch(pieces: Sequence[Piece], counted: Counted) -> tuple[int, int] | None:
    """The piece without which fewest members come back, with their number: too many to draw them all."""
    best: tuple[int, int] | None = None
    for i in reversed(range(max(0, len(pieces) - TRIED_SWITCHES), len(pieces))):
        kept = [k for k in range(len(pieces)) if k != i]
        if not kept or any(pieces[k].after == i for k in kept):
            continue
        result = counted(kept)
        if isinstance(result, int) and (best is None or result < best[1]):
            best = i, result
    return best


def shortage(found: object) -> Unknown | None:
    """Why a number of members is no number; None where it is one."""
    if isinstance(found, int):
        return None
    return found if isinstance(found, Unknown) else Unknown("there are infinitely many members")
