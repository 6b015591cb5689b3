"""Length matching: filler sentences until texts are of like length, in characters and in words.

Every text comes within 4.5 % of a common target, so no two differ by more than a tenth. Targets grow from
the size of the largest text in steps of a hundredth of it; for each text the fewest fillers are taken, and
among those the fewest long ones. All of that is exact, in whole numbers.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from itertools import accumulate, cycle, islice
from typing import NamedTuple

from symcause.bounds.renderings_bounds import MATCHED_FILLERS, TARGET_EXCESS
from symcause.errors import UsageError
from symcause.renderings.texts.frame import fillers

_TOLERANCE = 45  # thousandths of the target
_KINDS = ((0, 1), (2, 3))  # long and short fillers, in turn


class Size(NamedTuple):
    """Characters, line breaks included, and words between blanks."""

    characters: int
    words: int

    @classmethod
    def of(cls, text: str) -> Size:
        """The size of a text."""
        return cls(len(text), len(text.split()))


class _Range(NamedTuple):
    """What a size may be."""

    low: int
    high: int

    @classmethod
    def around(cls, largest: int, step: int) -> _Range:
        """The whole numbers within the tolerance of (1 + step/100) · largest."""
        target = (100 + step) * largest  # in hundredths
        low = -(-target * (1000 - _TOLERANCE) // 100_000)
        return cls(low, target * (1000 + _TOLERANCE) // 100_000)


@cache
def _sums(kind: int, what: int) -> list[int]:
    """What the first so many fillers of a kind add to the characters (0) or words (1) of a text."""
    sizes = [Size.of(f"{fillers()[k]}\n")[what] for k in _KINDS[kind]]
    return [0, *accumulate(islice(cycle(sizes), MATCHED_FILLERS))]


def matched(sizes: Sequence[Size]) -> tuple[int, list[tuple[int, ...]]]:
    """The step of the target that fits, and the fillers of every text."""
    largest = [max(size[what] for size in sizes) for what in (0, 1)]
    for step in range(TARGET_EXCESS + 1):
        ranges = [_Range.around(most, step) for most in largest]
        found = [_fewest(size, ranges[0], ranges[1]) for size in sizes]
        if all(one is not None for one in found):
            return step, [one for one in found if one is not None]
    listed = ", ".join(f"{size.characters} characters and {size.words} words" for size in sizes)
    raise UsageError(
        f"no fillers bring these texts to a common length: {listed}",
        remedy="ask for fewer styles at once, or for --match none",
    )


def _fewest(size: Size, characters: _Range, words: _Range) -> tuple[int, ...] | None:
    """The fewest fillers, then the fewest long ones, that bring a text into both ranges."""
    short, long = (min(_sums(kind, 0)[1:3]) for kind in (1, 0))
    most = max(0, characters.high - size.characters) // min(short, long) + 1
    for count in range(most + 1):
        longs = _longs(count, size, characters, words)
        if longs is not None:
            first, second = cycle(_KINDS[0]), cycle(_KINDS[1])
            return (*islice(first, longs), *islice(second, count - longs))
    return None


def _longs(count: int, size: Size, characters: _Range, words: _Range) -> int | None:
    """How many of so many fillers are long: more of them mean more characters and fewer words."""

    def added(longs: int, what: int) -> int:
        return _sums(0, what)[longs] + _sums(1, what)[count - longs]

    enough = bisect_left(
        range(count + 1), characters.low - size.characters, key=lambda n: added(n, 0)
    )
    few = bisect_left(range(count + 1), size.words - words.high, key=lambda n: -added(n, 1))
    longs = max(enough, few)
    if longs > count:
        return None
    fits = size.characters + added(longs, 0) <= characters.high
    return longs if fits and size.words + added(longs, 1) >= words.low else None
