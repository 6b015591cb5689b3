"""Memory of one space: what its members show, and how many of them outcomes of next experiments leave.

An experiment that taught nothing leaves the same space, about which the same is asked once more. So what
was found out about a space is kept for the next time, under all that it depends on: the rows that are known
of every variable and its parent sets, the contexts. What it costs is another matter: whoever asks pays for
it as if nobody had asked before (:mod:`.outcome_counts`), for by this the work is bounded. Every thread has
memories of its own, for members are drawn one after the other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from threading import get_ident
from typing import TYPE_CHECKING, NamedTuple

from symcause.families.boolean.bounds import KEPT_SPACES
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.space.exact.exact_space import BooleanBranch
from symcause.families.boolean.space.mechanisms.mechanism_groups import LocalSpace
from symcause.mechanisms.next.experiment_contexts import Contexts, Experiment, Outcome
from symcause.mechanisms.next.further_rows import Mechanisms
from symcause.mechanisms.next.outcome_stream import Stream, is_shown
from symcause.models.bit_sets import mask_of
from symcause.solvers.acyclic.choice_weight import steps_of

if TYPE_CHECKING:
    from symcause.families.boolean.audits.next.outcome_arrays import OutcomeArrays

BooleanStream = Stream[LocalSpace, Function, BooleanSCM]

Key = frozenset[int]
"""The rows of an outcome that are new to a variable, as states of what can matter to it."""


class Counted(NamedTuple):
    """An outcome that was counted with others: what it leaves, and the work of counting it alone."""

    shown: int
    left: int
    looks: int  # besides those at what is new to a variable
    rows: int  # that are different
    keys: Sequence[tuple[str, int]]  # the numbers of what is new, by variable


class Memory:
    """What is known of a space with one root set."""

    def __init__(
        self,
        branch: BooleanBranch,
        contexts: Contexts[Function],
        mechanisms: Sequence[Mechanisms[Function]],
    ) -> None:
        self._branch, self._contexts, self._mechanisms = branch, contexts, mechanisms
        self.counted: dict[Experiment, dict[Outcome, Counted]] = defaultdict(dict)
        self.listed: dict[tuple[Experiment, ...], list[list[int]]] = {}  # members by outcome
        self.streams: dict[tuple[tuple[Experiment, ...], int], BooleanStream] = {}

    @cached_property
    def _arrays(self) -> OutcomeArrays | None:
        """For many outcomes at once, where the space is of a kind."""
        from symcause.families.boolean.audits.next.outcome_arrays import OutcomeArrays

        of = {one.space.variable: one for one in self._mechanisms}
        return OutcomeArrays.of(self._branch, self._branch.count, of)

    def count(self, asked: Iterable[tuple[Experiment, Iterable[Outcome]]]) -> None:
        """Count what these outcomes leave, all at once."""
        if self._arrays is None:
            return
        new: list[tuple[Experiment, Outcome]] = []
        for experiment, outcomes in asked:
            known = self.counted[experiment]
            new += [(experiment, one) for one in dict.fromkeys(outcomes) if one not in known]
        if new:
            for (experiment, outcome), counted in zip(
                new, self._at_once(self._arrays, new), strict=True
            ):
                self.counted[experiment][outcome] = counted

    def key(self, number: int) -> Key:
        """What is new, by its number in what was counted."""
        assert self._arrays is not None
        return self._arrays.key(number)

    def _at_once(
        self, arrays: OutcomeArrays, new: Sequence[tuple[Experiment, Outcome]]
    ) -> Iterator[Counted]:
        import numpy as np

        names, places = self._branch.variables, self._branch.variables.index
        targets = {e: mask_of(map(places, e.targets)) for e in dict.fromkeys(e for e, _ in new)}
        clamped = np.array([targets[experiment] for experiment, _ in new], dtype=np.int64)
        counts = arrays.counts([outcome for _, outcome in new], self._contexts.rows, clamped)
        number = counts.sets.sum(axis=0) + len(names) - len(counts.sets)
        steps = np.where(counts.sets.all(axis=0), steps_of(number, len(names)), 0)
        looks = len(names) * counts.rows + steps
        own = [one.space.variable for one in self._mechanisms]
        parts = (counts.left, looks, counts.rows, counts.keys.T)
        for (experiment, outcome), left, work, rows, keys in zip(
            new, *(part.tolist() for part in parts), strict=True
        ):
            shown = is_shown(self._branch, self._contexts, experiment.targets, outcome)
            said = [(v, key) for v, key in zip(own, keys, strict=True) if key >= len(own)]
            yield Counted(left if shown else 0, left, work, rows, said)


@dataclass(frozen=True)
class _Content:
    """All that the members of a space and their outcomes depend on; the rest is of the first to ask."""

    told: object
    branch: BooleanBranch = field(compare=False)
    contexts: Contexts[Function] = field(compare=False)
    mechanisms: Sequence[Mechanisms[Function]] = field(compare=False)


@lru_cache(maxsize=KEPT_SPACES)
def _memory(content: _Content) -> Memory:
    return Memory(content.branch, content.contexts, content.mechanisms)


def memory_of(
    branch: BooleanBranch, contexts: Contexts[Function], mechanisms: Sequence[Mechanisms[Function]]
) -> Memory | None:
    """The memory of a space; None if it holds only some of the functions that fit."""
    if not all(one.space.complete for one in mechanisms):
        return None
    known = [
        (
            one.space.variable,
            one.known,
            frozenset(one.fitting.items()),
            frozenset(one.space.weights),
        )
        for one in mechanisms
    ]
    seen = contexts.rows, tuple(sorted(contexts.columns.items()))
    told = branch.variables, branch.roots, tuple(known), seen, get_ident()
    return _memory(_Content(told, branch, contexts, mechanisms))
