"""Informative actions in ShapeWorld audits: those that teach, and those that lead to one.

An action without anything to show changes the state at most. It *enables* if some action teaches in the
state after it, or if that state is one step nearer to such a one: where a shape is driven by two known
sources, both must be held before moving another shape shows anything. While two relations are left there
is always a way: stop everything, then move a shape on which they differ.
"""

from __future__ import annotations

from dataclasses import dataclass

from symcause.answers import Unknown
from symcause.families.shapeworld.audits.intervention_optimum import Optimum
from symcause.families.shapeworld.bounds import TEACHING_STATES
from symcause.families.shapeworld.space.world_separation import Move, moves


@dataclass(frozen=True)
class Look:
    """An action in some state: does it teach, and if not, which state do all members show after it?"""

    move: Move
    teaches: bool
    shown: int


class Openings:
    """The actions of one space, state by state; states of one walk are reached without learning."""

    def __init__(self, optimum: Optimum) -> None:
        self._optimum = optimum
        self._known: dict[int, list[Look]] = {}

    def looks(self, state: int) -> list[Look]:
        """The actions that are not void in a state."""
        if state not in self._known:
            ranking = self._optimum.ranking()
            if isinstance(ranking, Unknown):
                self._known[state] = [Look(*one) for one in self._optimum.teaching(state)]
            else:
                slices = ranking.slices
                self._known[state] = []
                for move in moves(slices.shown, state):
                    outcomes = slices.outcomes(slices.whole, state, *move)
                    self._known[state].append(Look(move, len(outcomes) > 1, outcomes[0][0]))
        return self._known[state]

    def enables(self, state: int, look: Look) -> bool:
        """Does an action that teaches nothing in a state bring one nearer that does?"""
        if look.teaches or look.shown == state:
            return False
        then = self._distance(look.shown)
        if then is None:
            return False
        now = self._distance(state)
        return then == 0 or now is None or then < now

    def _distance(self, state: int) -> int | None:
        """Actions before one can teach; None if that is not known."""
        steps = {state: 0}
        for here in (waiting := [state]):  # grows while it is read
            looks = self.looks(here)
            if any(look.teaches for look in looks):
                return steps[here]
            for look in looks:
                if look.shown not in steps and len(steps) < TEACHING_STATES:
                    steps[look.shown] = steps[here] + 1
                    waiting.append(look.shown)
        return None
