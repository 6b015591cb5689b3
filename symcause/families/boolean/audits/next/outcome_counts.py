"""Counts of what outcomes of the next experiment leave of a Boolean space, many at once or from memory.

How one outcome is counted is in :mod:`symcause.mechanisms.next.outcome_counts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from symcause.families.boolean.audits.next.outcome_memory import (
    BooleanStream,
    Counted,
    Memory,
    memory_of,
)
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.outcomes.outcome_cells import BooleanCells
from symcause.mechanisms.next.experiment_contexts import Contexts, Experiment, Outcome
from symcause.mechanisms.next.further_rows import MOBIUS


class RememberedCells(BooleanCells):
    """Counts many outcomes at once, and remembers them from one step of an episode to the next."""

    def __init__(self, space: ExactSpace, contexts: Contexts[Function]) -> None:
        super().__init__(space, contexts)
        self._charged: set[tuple[str, int]] = set()  # what the memory counted, and was paid for

    @cached_property
    def memory(self) -> Memory | None:
        """What is known of the space from earlier, where it is of a kind."""
        if len(self.branches) != 1 or not self.branches[0].endogenous:
            return None
        spaces = self.branches[0].endogenous
        return memory_of(
            self.branches[0], self.contexts, [self.mechanisms(s.variable) for s in spaces]
        )

    @cached_property
    def streams(self) -> dict[tuple[tuple[Experiment, ...], int], BooleanStream]:
        return {} if self.memory is None else self.memory.streams

    def prepare(self, asked: Iterable[tuple[Experiment, Iterable[Outcome]]]) -> None:
        if self.memory is not None:
            self.memory.count(asked)

    def known(self, experiment: Experiment, outcome: Outcome) -> tuple[int, int] | None:
        if self.memory is None:
            return None
        counted = self.memory.counted[experiment].get(outcome)
        return None if counted is None else self._recalled(self.memory, counted)

    def _recalled(self, memory: Memory, known: Counted) -> tuple[int, int]:
        """What was counted before; it costs what counting it by itself would."""
        looks, charged = known.looks, self._charged
        for said in known.keys:
            if said not in charged:
                charged.add(said)
                mechanisms = self.mechanisms(said[0])
                if not mechanisms.counted or memory.key(said[1]) not in mechanisms.counted:
                    looks += len(mechanisms.fitting) * (known.rows + MOBIUS)
        self.looks += looks
        return known.shown, known.left

    def paid(self, variable: str, states: Sequence[int]) -> bool:
        new = self.mechanisms(variable).new_rows(states)
        return self.memory is not None and any(
            v == variable and self.memory.key(number) == new for v, number in self._charged
        )
