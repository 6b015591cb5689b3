"""How far what an agent holds true is from the truth: gold claims not held plus distractors held, turn
by turn.

>>> distances(({"a"}, {"a", "x"}, {"a", "b"}), gold={"a", "b"}, distractors={"x"})
(1, 2, 0)
>>> steps_back((1, 2, 0))
(1,)
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from itertools import pairwise


def distances(turns: Iterable[Set[str]], gold: Set[str], distractors: Set[str]) -> tuple[int, ...]:
    """The distance at every turn."""
    return tuple(len(gold - held) + len(distractors & held) for held in turns)


def steps_back(trajectory: tuple[int, ...]) -> tuple[int, ...]:
    """The turns at which the distance grew."""
    pairs = pairwise(trajectory)
    return tuple(i + 1 for i, (before, after) in enumerate(pairs) if after > before)
