"""Which action next: all of them in order, and the best policy as a tree.

Actions are ordered by the worst case after them, then by the expected number after them (members
equally likely), then by the members they leave at most, then as listed: fewest members left is not
fewest steps. The policy takes the first action everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from symcause.families.shapeworld.space.expected import Expected
from symcause.families.shapeworld.space.separation import Move
from symcause.families.shapeworld.space.slices import Outcome, Slices
from symcause.families.shapeworld.space.worst_case import WorstCase

MAX_NODES = 20_000
"""Most nodes of a policy that is written out."""


@dataclass(frozen=True)
class Ranked:
    """An action, what is left after it in the worst case, and what it can show."""

    move: Move
    worst: int  # interventions
    expected: Fraction  # interventions
    left: int  # members
    outcomes: tuple[Outcome, ...]

    @property
    def teaches(self) -> bool:
        """Can it show more than one thing?"""
        return len(self.outcomes) > 1


@dataclass(frozen=True)
class PolicyNode:
    """A position of the policy: a leaf has no action; *settled* tells the answer there, if any."""

    state: int
    members: int
    settled: bool | None
    move: Move | None = None
    children: tuple[PolicyNode, ...] = ()

    @property
    def depth(self) -> int:
        """Actions on the longest way to a leaf."""
        return 1 + max(child.depth for child in self.children) if self.children else 0

    @property
    def leaves_settled(self) -> bool:
        """Does every leaf settle the question?"""
        if self.children:
            return all(child.leaves_settled for child in self.children)
        return self.settled is not None


class Ranking:
    """Orders actions over one list of members."""

    def __init__(self, slices: Slices, asked: tuple[int, int]) -> None:
        self.slices = slices
        self.worst = WorstCase(slices, asked)
        self.expected = Expected(slices, asked, int.bit_count)
        self._yes = slices.above[asked[0]][asked[1]]

    def actions(self, subset: int, state: int) -> list[Ranked]:
        """Every action that changes or teaches something, best first."""
        found = [
            Ranked(
                move,
                max(self.worst.value(part, shown) for shown, part in outcomes),
                self.expected.after(subset, outcomes),
                max(part.bit_count() for _, part in outcomes),
                tuple(sorted(outcomes)),
            )
            for move, outcomes in self.worst.choices(subset, state)
        ]
        return sorted(found, key=lambda r: (r.worst, r.expected, r.left, r.move[1]))

    def policy(self, subset: int, state: int, limit: int) -> PolicyNode | None:
        """The best policy within *limit* actions; None if it is too long to write out."""
        self._nodes = 0
        return self._policy(subset, state, limit)

    def _policy(self, subset: int, state: int, limit: int) -> PolicyNode | None:
        self._nodes += 1
        if self._nodes > MAX_NODES:
            return None
        count = subset.bit_count()
        if self.worst.decided(subset):
            return PolicyNode(state, count, bool(subset & self._yes))
        if not limit:
            return PolicyNode(state, count, None)
        best = self.actions(subset, state)[0]
        children = [self._policy(part, shown, limit - 1) for shown, part in best.outcomes]
        kept = tuple(child for child in children if child is not None)
        return (
            PolicyNode(state, count, None, best.move, kept) if len(kept) == len(children) else None
        )
