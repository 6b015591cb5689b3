"""The target's outlook in a linear episode: whether the reactor is settled after further readings.

Where the target causes nothing and nobody sets it, what is read says of it one more equation a reading, and
every parent set that these equations leave is one of some member, as long as there is a member. So the
question is asked of the target's own rows: each parent set is an affine space of coefficients, and a
reading cuts it. Whole numbers throughout; other spaces are asked as a whole
(:mod:`~episode.question_status`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from symcause.answers import Unknown
from symcause.families.linear.audits.next.intervention_outcomes import exact_set
from symcause.families.linear.episode.general_outcomes import Moves
from symcause.families.linear.episode.question_status import TARGET, Asked
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.local.exact_engine import ExactLocal, WholeAffine

Path = tuple[tuple[str, int], ...]
"""What was set, and the number of the moves that it made."""

_CUT = 8  # steps of work for one parent set and one reading


@dataclass(frozen=True)
class _Row:
    """Σ coefficient · moved = value, up to a factor."""

    moved: tuple[int, ...]
    value: int


class TargetOutlook:
    """The parent sets of the target, and what is left of them after readings that a member would give."""

    def __init__(self, space: LinearSpace, local: ExactLocal, question: Asked) -> None:
        problem = space.problem
        assert problem.reactor is not None
        self._question, self._local, self._budget = question, local, space.meter
        self._place = space.index[problem.target]
        self._candidates = [space.index[name] for name in local.evidence.candidates]
        first = local.evidence.rows[0]
        reactor = local.evidence.features({**problem.reactor, problem.target: Fraction(0)})
        self._first = first.value
        objective = [a - b for a, b in zip(reactor, first.features, strict=True)]
        self._parts = lcm(*(part.denominator for part in objective))
        self._objective = [
            int(part * self._parts) for part in objective
        ]  # that many times as large
        assert not isinstance(space.choices, Unknown)
        masks = [space.local_mask(problem.target, m) for m in space.choices[self._place]]
        self._columns = {mask: local.evidence.columns(mask) for mask in masks}
        self._known: dict[Path, dict[int, WholeAffine]] = {
            (): {mask: local.whole(mask) for mask in masks}
        }

    @staticmethod
    def of(space: LinearSpace, question: Asked) -> TargetOutlook | None:
        """None where the question is another one, or takes more than the target's rows."""
        problem = space.problem
        if question.of(problem) != TARGET or not exact_set(problem) or problem.hidden is not None:
            return None
        if problem.target_may_cause or problem.target in problem.controllable:
            return None
        if isinstance(space.choices, Unknown):
            return None
        local = space.locals[space.index[problem.target]]
        if not isinstance(local, ExactLocal) or not local.evidence.rows:
            return None
        return TargetOutlook(space, local, question)

    def settled(self, path: Path, moves: Sequence[Moves]) -> bool | Unknown:
        """Is the question settled after these moves, one after the other, which some member makes?"""
        left = self._left(path, moves)
        if self._budget.over:
            return self._budget.shortage
        low: Fraction | None = None
        high: Fraction | None = None
        for mask, space in left.items():
            objective = [self._objective[c] for c in self._columns[mask]]
            for direction in space.directions:
                if sum(map(int.__mul__, objective, direction)):
                    return False
            top = sum(map(int.__mul__, objective, space.point))
            value = self._first + Fraction(top, self._parts * space.scale)
            low = value if low is None else min(low, value)
            high = value if high is None else max(high, value)
        return self._question.agreed((low, high))

    def _left(self, path: Path, moves: Sequence[Moves]) -> dict[int, WholeAffine]:
        """The parent sets that are left, with their coefficients."""
        found = self._known.get(path)
        if found is None:
            row = self._row(moves[path[-1][1]])
            found, earlier = {}, self._left(path[:-1], moves)
            self._budget.spend(_CUT * (1 + len(earlier)))
            for mask, space in earlier.items():
                columns = self._columns[mask]
                cut = _cut(space, [row.moved[c] for c in columns], row.value)
                if cut is not None and (cut is space or self._local.admits(cut)):
                    found[mask] = cut
            self._known[path] = found
        return found

    def _row(self, moves: Moves) -> _Row:
        """What a reading says beside the one before it, whose base is the same."""
        places = (*self._candidates, self._place)
        scale = lcm(*[moves[2 * p + 1] for p in places])
        whole = [moves[2 * p] * (scale // moves[2 * p + 1]) for p in places]
        return _Row(tuple(whole[:-1]), whole[-1])


def _cut(space: WholeAffine, row: Sequence[int], value: int) -> WholeAffine | None:
    """Those that satisfy one more equation: the same space if all do, None if none does."""
    gap = value * space.scale - sum(map(int.__mul__, row, space.point))
    slopes = [sum(map(int.__mul__, row, direction)) for direction in space.directions]
    at = next((i for i, slope in enumerate(slopes) if slope), None)
    if at is None:
        return None if gap else space
    along, slope = space.directions[at], slopes[at]
    point = [slope * a + gap * b for a, b in zip(space.point, along, strict=True)]
    directions = tuple(
        _lowest([slope * a - other * b for a, b in zip(direction, along, strict=True)])
        for i, (direction, other) in enumerate(zip(space.directions, slopes, strict=True))
        if i != at
    )
    *whole, scale = _lowest([*point, slope * space.scale])
    if scale < 0:
        whole, scale = [-a for a in whole], -scale
    return WholeAffine(scale, tuple(whole), directions)


def _lowest(numbers: Sequence[int]) -> tuple[int, ...]:
    """Up to a factor."""
    factor = gcd(*numbers) or 1
    return tuple(number // factor for number in numbers)
