"""Counts of the members that an outcome of the next experiment leaves, without listing them.

An outcome of an experiment is one more world, and what a world says it says of each mechanism alone: on
every row in which its variable is no target. So the members that agree with it are counted as the space
itself is: every parent set T of a variable keeps h(T) / 2^(patterns of T that are new) of its functions, or
none if the outcome contradicts a pattern that was seen; the recursion over acyclic choices does the rest.

*Shown*: the members that show exactly this outcome on the contexts. *Left*: the members that agree with it
as evidence. They are the same where roots are disclosed. Where they are hidden, a member that has other
roots than the truth is left if its mechanisms agree, whatever values its roots had elsewhere: a world does
not say where the values of roots come from. So shown ≤ left there, and outcomes may share members.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from symcause.families.boolean.audits.next.experiment_contexts import Contexts
from symcause.families.boolean.audits.next.further_rows import Mechanisms, Weights, states_of
from symcause.families.boolean.audits.next.outcome_memory import (
    MOBIUS,
    Counted,
    Memory,
    Outcome,
    is_shown,
    memory_of,
)
from symcause.families.boolean.models.experiments import Experiment
from symcause.families.boolean.space.exact.exact_space import BooleanBranch, ExactSpace
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.solvers.acyclic.choice_weight import count_acyclic, least_steps


class Cells:
    """Counts what outcomes leave of one space."""

    def __init__(self, space: ExactSpace, evidence: Evidence, contexts: Contexts) -> None:
        self.space = space
        self.contexts = contexts
        self.variables = space.problem.variables
        self.branches: tuple[BooleanBranch, ...] = tuple(
            b for b in space.branches if not b.is_empty
        )
        self.looks = 0  # at parent sets, as a measure of the work so far
        self._charged: set[tuple[str, int]] = set()  # what the memory counted, and was paid for
        self._evidence = evidence
        self._mechanisms: dict[str, Mechanisms] = {}

    def mechanisms(self, variable: str) -> Mechanisms:
        """The mechanisms of a variable, ready for more rows."""
        if variable not in self._mechanisms:
            local = self._evidence.local_space(variable, self.space.hypotheses)
            fitting = self._evidence.fitting(variable, self.space.hypotheses)
            self._mechanisms[variable] = Mechanisms(local, fitting)
        return self._mechanisms[variable]

    @cached_property
    def memory(self) -> Memory | None:
        """What is known of the space from earlier, where it is of a kind."""
        if len(self.branches) != 1 or not self.branches[0].endogenous:
            return None
        spaces = self.branches[0].endogenous
        return memory_of(
            self.branches[0], self.contexts, [self.mechanisms(s.variable) for s in spaces]
        )

    def prepare(self, asked: Iterable[tuple[Experiment, Iterable[Outcome]]]) -> None:
        """Count what these outcomes leave, all at once; whoever asks for one then has it."""
        if self.memory is not None:
            self.memory.count(asked)

    def _known(self, memory: Memory, known: Counted) -> tuple[int, int]:
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

    def count(self, experiment: Experiment, outcome: Outcome) -> tuple[int, int]:
        """How many members show an outcome, and how many it leaves."""
        if self.memory is not None:
            known = self.memory.counted[experiment].get(outcome)
            if known is not None:
                return self._known(self.memory, known)
        states = states_of(outcome, self.contexts.rows)
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
        found = mechanisms.after(states)
        if len(mechanisms.counted) > before and not self._paid(variable, states):
            self.looks += len(mechanisms.fitting) * (len(states) + MOBIUS)
        return found

    def _paid(self, variable: str, states: Sequence[int]) -> bool:
        """Was what is new in these rows counted by the memory, and paid for?"""
        new = self.mechanisms(variable).new_rows(states)
        return self.memory is not None and any(
            v == variable and self.memory.key(number) == new for v, number in self._charged
        )
