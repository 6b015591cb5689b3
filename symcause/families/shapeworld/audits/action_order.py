"""The order of next actions in ShapeWorld audits, and the best policy as a tree.

Actions are ordered by the worst case after them, then by the expected number after them (members
equally likely), then by the members they leave at most, then as listed: fewest members left is not
fewest steps. The policy takes the first action everywhere. Acting on one of several shapes that can be
exchanged is worth the same as acting on another: it is worked out once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from symcause.budgets import Meter
from symcause.families.shapeworld.bounds import POLICY_NODES
from symcause.families.shapeworld.problem.verdict_kinds import TranscriptVerdict
from symcause.families.shapeworld.space.expected_steps import Expected
from symcause.families.shapeworld.space.relation_slices import Outcome, Slices
from symcause.families.shapeworld.space.shape_exchange import Classes
from symcause.families.shapeworld.space.world_separation import Move
from symcause.families.shapeworld.space.worst_case import WorstCase, after


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

    @property
    def worth(self) -> tuple[int, Fraction, int]:
        """What actions are ordered by, before their place in the listing."""
        return self.worst, self.expected, self.left


@dataclass(frozen=True)
class PolicyNode:
    """A position of the policy: a leaf has no action; *settled* tells the answer there, if any."""

    state: int
    members: int
    settled: TranscriptVerdict | None
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

    def actions(self, subset: int, state: int, alike: Classes | None = None) -> list[Ranked]:
        """Every action that changes or teaches something, best first; *alike* can be exchanged."""
        actions: list[Ranked] = []
        for move, outcomes in self.worst.choices(subset, state, alike):
            one = self._ranked(subset, move, outcomes, alike)
            actions += [one, *self._siblings(subset, state, one, alike)]
        return sorted(actions, key=lambda r: (*r.worth, r.move[1]))

    def _ranked(
        self, subset: int, move: Move, outcomes: list[Outcome], alike: Classes | None
    ) -> Ranked:
        shape = move[1]
        return Ranked(
            move,
            max(self.worst.value(part, to, after(alike, shape, to)) for to, part in outcomes),
            self.expected.after(subset, outcomes, shape, alike),
            max(part.bit_count() for _, part in outcomes),
            tuple(sorted(outcomes)),
        )

    def best(self, subset: int, state: int, alike: Classes | None = None) -> list[Move]:
        """The first actions of an undecided position, as listed, as far as they are worth the same.

        Expectations are worked out only for actions that guarantee most.
        """
        after_it = self.worst.value(subset, state, alike) - 1
        pairs = [
            (move, outcomes)
            for move, outcomes in self.worst.choices(subset, state, alike)
            if all(
                self.worst.within(part, to, after_it, after(alike, move[1], to))
                for to, part in outcomes
            )
        ]
        worths = [self._ranked(subset, *one, alike) for one in pairs]
        least = min(one.worth for one in worths)
        good = {one.move[1]: one.move[0] for one in worths if one.worth == least}
        first = range(self.slices.size) if alike is None else alike
        return [(good[x], shape) for shape, x in enumerate(first) if x in good]

    def _siblings(
        self, subset: int, state: int, one: Ranked, alike: Classes | None
    ) -> Iterator[Ranked]:
        """The same action on other shapes of its class."""
        action, first = one.move
        for shape, number in enumerate(alike or ()):
            if number == first != shape:
                outcomes = self.slices.outcomes(subset, state, action, shape)
                yield replace(one, move=(action, shape), outcomes=tuple(sorted(outcomes)))

    def policy(
        self, subset: int, state: int, limit: int, alike: Classes | None = None
    ) -> PolicyNode | None:
        """The best policy within *limit* actions; None if it is too long to write out."""
        self._nodes = Meter(POLICY_NODES + 1)
        return self._policy(subset, state, limit, alike)

    def _policy(
        self, subset: int, state: int, limit: int, alike: Classes | None
    ) -> PolicyNode | None:
        self._nodes.spend()
        if self._nodes.over:
            return None
        count = subset.bit_count()
        if self.worst.decided(subset):
            return PolicyNode(state, count, self.worst.answer(subset))
        if not limit:
            return PolicyNode(state, count, None)
        best = self.actions(subset, state, alike)[0]
        children = [
            self._policy(part, shown, limit - 1, after(alike, best.move[1], shown))
            for shown, part in best.outcomes
        ]
        kept = tuple(child for child in children if child is not None)
        return (
            PolicyNode(state, count, None, best.move, kept) if len(kept) == len(children) else None
        )
