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
from symcause.families.shapeworld.bounds import MAX_POSITIONS
from symcause.families.shapeworld.space.relation_slices import Outcome, Slices
from symcause.families.shapeworld.space.shape_exchange import Classes
from symcause.families.shapeworld.space.worst_case import Position, WorstCase, after

Led = tuple[int, int, Classes | None]
"""What an action shows, in which members, and which shapes can be exchanged then."""


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
        """Settle a state, and those that the subset can be led through without learning anything.

        Where two actions are expected to be enough, no way round is better: it has two at least.
        """
        if len(self._totals) > MAX_POSITIONS:
            raise LimitError("the expected optimum takes more positions than are searched")
        weight = self._weight(subset)
        steps: dict[int, list[int]] = {}
        best: dict[int, int] = {}
        waiting = [(state, alike)]
        while waiting:
            here, same = waiting.pop()
            if here in best:
                continue
            steps[here] = []
            known = self._totals.get((subset, here))
            if known is not None:
                best[here] = known
                continue
            neighbours, teaching = self._actions(subset, here, same)
            best[here] = self._teach(weight, teaching)
            if best[here] > 2 * weight:
                steps[here] = [there for there, _ in neighbours]
                waiting += neighbours
        # Shortest ways: a step to a neighbour costs one action for every member.
        changed = True
        while changed:
            changed = False
            for here, others in steps.items():
                for there in others:
                    if best[there] + weight < best[here]:
                        best[here], changed = best[there] + weight, True
        for here, total in best.items():
            self._totals[subset, here] = total

    def _actions(
        self, subset: int, here: int, same: Classes | None
    ) -> tuple[list[tuple[int, Classes | None]], list[list[Led]]]:
        """The states that actions lead to which teach nothing, and where those that teach lead."""
        neighbours: list[tuple[int, Classes | None]] = []
        teaching: list[list[Led]] = []
        for (_, shape), outcomes in self._search.choices(subset, here, same):
            led = [(shown, part, after(same, shape, shown)) for shown, part in outcomes]
            if len(led) == 1:
                neighbours.append((led[0][0], led[0][2]))
            else:
                teaching.append(led)
        return neighbours, teaching

    def _teach(self, weight: int, actions: list[list[Led]]) -> int:
        """The least total if the next action teaches something; an action is left when it is no better."""
        best = self._weight(self._search.slices.whole) << 20  # beyond every total
        pairs = [([self._open(part) for _, part, _ in outcomes], outcomes) for outcomes in actions]
        for weights, outcomes in sorted(pairs, key=lambda action: sum(action[0])):
            rest, total = sum(weights), weight
            for (shown, part, alike), least in zip(outcomes, weights, strict=True):
                if total + rest >= best:
                    break
                rest -= least
                total += self.total(part, shown, alike) if least else 0
            else:
                best = min(best, total)
        return best

    def _open(self, part: int) -> int:
        """At least the total of a part: its weight, if it is not decided."""
        return 0 if self._search.decided(part) else self._weight(part)
