"""Relation slices of a ShapeWorld space: what actions do to many relations, by set algebra.

A subset of a list is a bit set over its places. For every pair (x, y) one slice tells which relations
of the list have it; then what an action does to a whole subset follows by set algebra: ``move s``
splits it by the slices (s, y), ``hold s`` first takes out the relations in which s is no source, then
splits by who is still driven by another source. This is what searches for best actions are made of, so
this is where their work is counted: in actions looked at, which is the same on every machine.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from symcause.budgets import Meter
from symcause.errors import LimitError
from symcause.families.shapeworld.bounds import LONG_LIST
from symcause.families.shapeworld.models.dynamics import Action
from symcause.families.shapeworld.problem.verdict_kinds import TranscriptVerdict
from symcause.families.shapeworld.space.relation_lists import Coding, having, spread
from symcause.models.bit_sets import bits

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from symcause.families.shapeworld.space.relation_lists import Codes

_ACTION = 16  # steps that it takes to look at one action

Outcome = tuple[int, int]
"""A state, and the relations that show it."""


class Slices:
    """A list of relations, asked through subsets of it."""

    def __init__(
        self, coding: Coding, codes: Codes, budget: Meter | None = None, unseen: int = 0
    ) -> None:
        """Once nothing is left of the *budget*, LimitError is raised.

        The last *unseen* shapes stand for hidden ones: nobody acts on them.
        """
        self._budget = budget
        self.shown = coding.size - unseen
        self._effects: dict[tuple[int, int], tuple[int, list[Outcome]]] = {}
        self._price = _ACTION * (1 + len(codes) // LONG_LIST)
        self.coding = coding
        self.codes = codes
        self.size = coding.size
        self.whole = (1 << len(codes)) - 1
        self.above = [
            [0 if x == y else _packed(having(coding, codes, x, y)) for y in range(self.size)]
            for x in range(self.size)
        ]

    @cached_property
    def _powers(self) -> list[tuple[int, int]]:
        """(e, the relations that stand for 2**e DAGs)."""
        power = spread(self.coding, self.codes)
        return [(e, _packed(power == e)) for e in range(int(power.max(initial=0)) + 1)]

    def answers(self, asked: tuple[int, int]) -> dict[TranscriptVerdict, int]:
        """The relations by what they answer."""
        yes = self.above[asked[0]][asked[1]]
        if self.shown == self.size:
            return {TranscriptVerdict.YES: yes, TranscriptVerdict.NO: self.whole & ~yes}
        driven = self.above[self.shown][asked[1]]
        no = self.whole & ~yes & ~driven
        return {
            TranscriptVerdict.YES: yes,
            TranscriptVerdict.NO: no,
            TranscriptVerdict.UNDECIDABLE: driven,
        }

    def graphs(self, subset: int) -> int:
        """How many DAGs a subset stands for."""
        return sum((subset & part).bit_count() << e for e, part in self._powers)

    def outcomes(self, subset: int, state: int, action: Action, shape: int) -> list[Outcome]:
        """What an action that is not void can show, and in which relations of the subset."""
        if self._budget is not None:
            if self._budget.over:
                raise LimitError(self._budget.shortage.reason)
            self._budget.spend(self._price)
        firm, tests = self._effect(state, action, shape)
        if action is Action.MOVE:
            return _split([(state | 1 << shape, subset)], tests)
        stopped = subset & firm
        kept = [] if stopped == subset else [(state, subset & ~stopped)]
        return kept + _split([(0, stopped)], tests) if stopped else kept

    def _effect(self, state: int, action: Action, shape: int) -> tuple[int, list[Outcome]]:
        """In which relations an action works, and in which each further shape moves then.

        Searches ask the same of many subsets: of short lists the answer is kept.
        """
        known = self._effects.get((state, shape))  # the action follows from whether the shape moves
        if known is None:
            known = self._moved(state, shape) if action is Action.MOVE else self._held(state, shape)
            if len(self.codes) <= LONG_LIST:
                self._effects[state, shape] = known
        return known

    def _moved(self, state: int, shape: int) -> tuple[int, list[Outcome]]:
        still = (1 << self.size) - 1 & ~state & ~(1 << shape)
        return self.whole, [(1 << y, self.above[shape][y]) for y in bits(still)]

    def _held(self, state: int, shape: int) -> tuple[int, list[Outcome]]:
        firm = {x: self.whole & ~self._caused(x, state) for x in bits(state)}
        others = [x for x in firm if x != shape]
        driven = []
        for y in others:
            drivers = firm[y]
            for z in others:
                if z != y:
                    drivers |= firm[z] & self.above[z][y]
            driven.append((1 << y, drivers))
        return firm[shape], driven

    def _caused(self, shape: int, state: int) -> int:
        found = 0
        for z in bits(state):
            found |= self.above[z][shape]
        return found


def _split(parts: list[Outcome], tests: list[Outcome]) -> list[Outcome]:
    """Split each part by tests (bit of the state, relations in which it is set)."""
    for bit, where in tests:
        finer: list[Outcome] = []
        for state, subset in parts:
            inside = subset & where
            if inside:
                finer.append((state | bit, inside))
            if inside != subset:
                finer.append((state, subset & ~inside))
        parts = finer
    return parts


def _packed(flags: NDArray[np.bool_]) -> int:
    """Flags as the bits of an integer, the first the lowest."""
    import numpy as np

    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")
