"""The choice of systems that a score run compares, known only when all is scored."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from symcause.bounds.scoring_bounds import COMPARED_SYSTEMS
from symcause.errors import did_you_mean
from symcause.scoring.comparison.system_scores import Pair, SystemScores


class Compared:
    """Hands the pairs asked for to every family; :attr:`missing` says what cannot be compared, and why."""

    def __init__(
        self, pairs: Sequence[Pair], scores: Sequence[SystemScores], *, everyone: bool = False
    ) -> None:
        """With *everyone* all pairs of many systems count as asked for, where none is named."""
        names = list(
            dict.fromkeys(name for system_scores in scores for name in system_scores.systems)
        )
        self.missing: list[str] = []
        for own in scores:
            every = everyone and not pairs and len(own.systems) > COMPARED_SYSTEMS
            own.asked = tuple(combinations(own.systems, 2) if every else pairs)
        for pair in dict.fromkeys(pairs):
            absent = [name for name in pair if name not in names]
            if absent:
                text = f"--compare: no system is called {absent[0]!r}"
                self.missing.append(f"{text}; {did_you_mean(absent[0], names) or 'none answered'}")
            elif pair[0] == pair[1]:
                self.missing.append(f"--compare: {pair[0]!r} is named twice; give two systems")
            elif not any(own.share(pair) for own in scores):
                text = f"--compare: {pair[0]!r} and {pair[1]!r} answered no problem in common"
                self.missing.append(f"{text}; compare systems on the same pool")
