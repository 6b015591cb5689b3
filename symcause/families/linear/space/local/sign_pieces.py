"""Sign pieces of a local linear space: one polyhedron for every choice of effect signs.

An effect has a least size, so that a parent set with *n* parents has up to 2^n pieces, and between two of
them lies a gap: what the set predicts may be far to both sides of it and never in it. A piece is convex, so
a linear programme bounds what it predicts.

Where the rows leave directions open, a column for each of them is held between bounds that are no part of
the problem, so that a programme has somewhere to start. A least value that only rows of the problem prove
holds without these bounds (that is weak duality: the multipliers of the others are zero); any other value
is no bound, and a piece that only they make empty counts as one that is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from symcause.families.linear.space.local.parent_programme import ParentProgramme
from symcause.solvers.linear.dual_simplex import Boxed, BoxedOptimum, Contradiction, Limits

FAR = Fraction(10**7)
"""Between this and its negative an open column is held."""

Goal = tuple[int, ...]
"""Integer factors of a programme's unknowns: its columns, then its groups' bases."""


class Piece:
    """One choice of signs; *added* are the rows that are no part of the problem."""

    def __init__(
        self, box: Boxed, start: tuple[int, ...], signs: Mapping[int, Limits], added: frozenset[int]
    ) -> None:
        self._box, self._start, self._signs, self._added = box, start, signs, added
        self._known: dict[Goal, Fraction | None] = {}

    def least(self, goal: Goal) -> Fraction | None:
        """A number that the goal is at least on this piece, the largest there is; None if none is known."""
        if goal not in self._known:
            found = self._box.least(goal, self._start, self._signs)
            proved = isinstance(found, BoxedOptimum) and not found.bound & self._added
            self._known[goal] = found.value if proved and isinstance(found, BoxedOptimum) else None
        return self._known[goal]

    def most(self, goal: Goal) -> Fraction | None:
        """The same from above."""
        number = self.least(tuple(-x for x in goal))
        return None if number is None else -number


def pieces_of(programme: ParentProgramme) -> tuple[Piece, ...] | None:
    """The pieces of a parent set that may have members; None if a programme has nowhere to start."""
    width = programme.width
    opened = [max(i for i, x in enumerate(d) if x) for d in programme.directions]
    held = [*opened, *range(programme.mains)]
    rows = [*programme.rows, *([int(i == k) for k in range(width)] for i in held)]
    free, far = [None] * programme.mains, [FAR] * len(opened)
    lows = [*programme.lows, *(-x for x in far), *free]
    highs = [*programme.highs, *far, *free]
    if not width:
        return None
    box = Boxed(rows, lows, highs, programme.budget)
    if box.start is None:
        return None
    first = len(programme.rows)
    added = frozenset(range(first, first + len(opened)))
    effects = range(first + len(opened), len(rows))
    choices = _choices(box, box.start, effects, programme.least, added)
    return tuple(Piece(box, box.start, signs, added) for signs in choices)


def _choices(
    box: Boxed,
    start: tuple[int, ...],
    effects: Sequence[int],
    least: Fraction,
    added: frozenset[int],
) -> Iterator[dict[int, Limits]]:
    """Signs of the effects, one after the other, as long as the rows do not contradict them."""
    waiting: list[dict[int, Limits]] = [{}]
    while waiting:
        signs = waiting.pop()
        found = box.least([0] * box.width, start, signs)
        if isinstance(found, Contradiction) and not found.rows & added:
            continue
        if len(signs) == len(effects):
            yield signs
            continue
        row = effects[len(signs)]
        waiting += [{**signs, row: (None, -least)}, {**signs, row: (least, None)}]
