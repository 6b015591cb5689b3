"""Counts of the members that an outcome of the next experiment leaves, without listing them.

An outcome of an experiment is one more world, and what a world says it says of each mechanism alone: on
every row in which its variable is no target. So the members that agree with it are counted as the space
itself is: every parent set T of a variable with d values keeps h(T) / d^(patterns of T that are new) of its
functions, or none if the outcome contradicts a pattern that was seen; the recursion over acyclic choices
does the rest.

*Shown*: the members that show exactly this outcome on the contexts. *Left*: the members that agree with it
as evidence. They are the same where roots are disclosed. Where they are hidden, a member that has other
roots than the truth is left if its mechanisms agree, whatever values its roots had elsewhere: a world does
not say where the values of roots come from. So shown ≤ left there, and outcomes may share members.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Generic, Self

from symcause.mechanisms.branch_space import BranchSpace
from symcause.mechanisms.local_space import F, M, S, Weights
from symcause.mechanisms.next.column_counts import column_counts
from symcause.mechanisms.next.experiment_contexts import Contexts, Experiment, Outcome
from symcause.mechanisms.next.further_rows import MOBIUS, Mechanisms, states_of
from symcause.mechanisms.next.outcome_stream import Stream, is_shown
from symcause.mechanisms.root_branch import Branch
from symcause.solvers.acyclic.choice_weight import count_acyclic, least_steps


class Cells(ABC, Generic[S, F, M]):
    """Counts what outcomes leave of one space.

    A family says what is known of each variable (:meth:`opened`) and whether its class is :attr:`plain`.
    What it remembers, or counts sooner, it gives by :meth:`prepare`, :meth:`known`, :meth:`paid`,
    :attr:`streams` and :meth:`columns`.
    """

    def __init__(self, space: BranchSpace[S, F, M], contexts: Contexts[F]) -> None:
        self.space = space
        self.contexts = contexts
        self.variables = space.variables
        self.branches: tuple[Branch[S, F, M], ...] = tuple(
            b for b in space.branches if not b.is_empty
        )
        self.looks = 0  # at parent sets, as a measure of the work so far
        self._mechanisms: dict[str, Mechanisms[F]] = {}

    @abstractmethod
    def opened(self, variable: str) -> Mechanisms[F]:
        """The mechanisms of a variable, ready for more rows."""

    @property
    @abstractmethod
    def plain(self) -> bool:
        """Does every variable take any function of any candidates, up to so many, that fits its rows?"""

    def first(self, rows: int) -> Self:
        """The same on the first contexts, this many; what is known of mechanisms is shared."""
        fewer = type(self)(self.space, self.contexts.first(rows))
        fewer._mechanisms = self._mechanisms
        return fewer

    def mechanisms(self, variable: str) -> Mechanisms[F]:
        """The mechanisms of a variable, opened once."""
        if variable not in self._mechanisms:
            self._mechanisms[variable] = self.opened(variable)
        return self._mechanisms[variable]

    def columns(
        self, variable: str, candidates: int, classes: Sequence[int]
    ) -> list[tuple[int, int]]:
        """The columns over these rows that mechanisms give, with their numbers, in a plain class."""
        return column_counts(self.mechanisms(variable), candidates, classes)

    @cached_property
    def streams(self) -> dict[tuple[tuple[Experiment, ...], int], Stream[S, F, M]]:
        """What members that were drawn show, by the experiments and the seed."""
        return {}

    def prepare(self, asked: Iterable[tuple[Experiment, Iterable[Outcome]]]) -> None:
        """Count what these outcomes leave, all at once, where a family can."""

    def known(self, experiment: Experiment, outcome: Outcome) -> tuple[int, int] | None:
        """What :meth:`count` would say, if it was counted before; looks are charged as if it was not."""
        return None

    def paid(self, variable: str, states: Sequence[int]) -> bool:
        """Were the looks at what is new in these rows charged when something else was known?"""
        return False

    def count(self, experiment: Experiment, outcome: Outcome) -> tuple[int, int]:
        """How many members show an outcome, and how many it leaves."""
        known = self.known(experiment, outcome)
        if known is not None:
            return known
        states = states_of(outcome, self.contexts.rows, self.contexts.lanes)
        clamped = set(experiment.targets)
        weights: dict[str, Weights] = {}
        shown = left = 0
        self.looks += len(self.variables) * len(states)
        for branch in self.branches:
            choices: list[Weights] = []
            for v, space in zip(self.variables, branch.spaces, strict=True):
                if space is None:
                    choices.append({0: 1})
                elif v in clamped:
                    choices.append(space.weights)
                else:
                    if v not in weights:
                        weights[v] = self._after(v, states)
                    choices.append(weights[v])
            self.looks += least_steps(choices)
            number = count_acyclic(choices) if all(choices) else 0
            left += number
            if number and is_shown(branch, self.contexts, clamped, outcome):
                shown += number
        return shown, left

    def _after(self, variable: str, states: Sequence[int]) -> Weights:
        mechanisms = self.mechanisms(variable)
        before = len(mechanisms.counted)
        weights = mechanisms.after(states)
        if len(mechanisms.counted) > before and not self.paid(variable, states):
            self.looks += len(mechanisms.fitting) * (len(states) + MOBIUS)
        return weights
