"""The least expected number of steps until a question is decided, in a ShapeWorld space.

The prior is uniform over the members that are left, as relations or as DAGs. Working with weights
instead of probabilities keeps everything in integers: the *total* of a position is its weight times its
expectation,

    total(V, S) = 0 if V is decided, else weight(V) + min over actions of the sum of total(V_T, T).

An action that splits V leads to smaller sets; one that does not may still be worth its step, because it
changes the state, and such actions make circles. So all states that V can be led through without
learning anything are settled together: first what each is worth when the next action teaches something,
then the shortest way to a better one.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from symcause.errors import LimitError
from symcause.families.shapeworld.space.relation_slices import Outcome, Slices
from symcause.families.shapeworld.space.shape_exchange import Classes
from symcause.families.shapeworld.space.worst_case import Position, WorstCase, after

Led = tuple[int, int, Classes | None]
"""What an action shows, in which members, and which shapes can be exchanged then."""

MAX_POSITIONS = 2_000_000
"""Most positions that the recursion settles."""


class Expected:
    """Totals of positions of one question over one list of members, for one weight."""

    def __init__(
        self, slices: Slices, asked: tuple[int, int], weight: Callable[[int], int]
    ) -> None:
        self._search = WorstCase(slices, asked)
        self._weight = weight
        self._totals: dict[Position, int] = {}

    def value(self, subset: int, state: int, alike: Classes | None = None) -> Fraction:
        """The least expected number of actions from a position on; *alike* shapes can be exchanged."""
        weight = self._weight(subset)
        return Fraction(self.total(subset, state, alike), weight) if weight else Fraction(0)

    def total(self, subset: int, state: int, alike: Classes | None = None) -> int:
        """Weight times expectation."""
        if self._search.decided(subset):
            return 0
        if (subset, state) not in self._totals:
            self._settle(subset, state, alike)
        return self._totals[subset, state]

    def after(
        self, subset: int, outcomes: list[Outcome], shape: int = 0, alike: Classes | None = None
    ) -> Fraction:
        """The expectation that is left after an action on a shape."""
        totals = (self.total(part, to, after(alike, shape, to)) for to, part in outcomes)
        return Fraction(sum(totals), self._weight(subset))

    def _settle(self, subset: int, state: int, alike: Classes | None) -> None:
        """Settle all states that the subset can be led through without learning anything."""
        if len(self._totals) > MAX_POSITIONS:
            raise LimitError("the expected optimum takes more positions than are searched")
        weight = self._weight(subset)
        steps, teaching = self._surroundings(subset, state, alike)
        best = dict.fromkeys(steps, 0)
        for here in steps:
            best[here] = self._teach(weight, teaching[here])
        # Shortest ways: a step to a neighbour costs one action for every member.
        changed = True
        while changed:
            changed = False
            for here, neighbours in steps.items():
                for there in neighbours:
                    if best[there] + weight < best[here]:
                        best[here], changed = best[there] + weight, True
        for here, total in best.items():
            self._totals[subset, here] = total

    def _surroundings(
        self, subset: int, state: int, alike: Classes | None
    ) -> tuple[dict[int, list[int]], dict[int, list[list[Led]]]]:
        """For each reachable state its neighbours, and where actions that teach lead."""
        steps: dict[int, list[int]] = {}
        teaching: dict[int, list[list[Led]]] = {}
        waiting = [(state, alike)]
        while waiting:
            here, same = waiting.pop()
            if here in steps:
                continue
            steps[here], teaching[here] = [], []
            for (_, shape), outcomes in self._search.choices(subset, here, same):
                led = [(shown, part, after(same, shape, shown)) for shown, part in outcomes]
                if len(led) == 1:
                    steps[here].append(led[0][0])
                    waiting.append((led[0][0], led[0][2]))
                else:
                    teaching[here].append(led)
        return steps, teaching

    def _teach(self, weight: int, actions: list[list[Led]]) -> int:
        """The least total if the next action teaches something; an action is left when it is no better."""
        best = self._weight(self._search.slices.whole) << 20  # beyond every total
        for outcomes in sorted(actions, key=lambda found: self._floor(found)):
            open_weights = [
                0 if self._search.decided(part) else self._weight(part) for _, part, _ in outcomes
            ]
            rest = sum(open_weights)
            total = weight
            for (shown, part, alike), least in zip(outcomes, open_weights, strict=True):
                if total + rest >= best:
                    break
                rest -= least
                total += self.total(part, shown, alike)
            else:
                best = min(best, total)
        return best

    def _floor(self, outcomes: list[Led]) -> int:
        parts = (part for _, part, _ in outcomes)
        return sum(0 if self._search.decided(part) else self._weight(part) for part in parts)
