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

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from symcause.families.boolean.audits.next.experiment_contexts import Contexts
from symcause.families.boolean.audits.next.further_rows import Mechanisms, Weights, states_of
from symcause.families.boolean.models.experiments import Experiment
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.exact.root_branch import Branch
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.models.bit_sets import mask_of
from symcause.solvers.acyclic.choice_weight import count_acyclic, least_steps, steps_of

if TYPE_CHECKING:
    from symcause.families.boolean.audits.next.outcome_arrays import OutcomeArrays

_MOBIUS = 8  # rows in the time that a parent set takes besides

Outcome = tuple[int, ...]
"""One column per variable."""


class Counted(NamedTuple):
    """An outcome that was counted with others: what it leaves, and the work of counting it alone."""

    shown: int
    left: int
    looks: int  # besides those at what is new to a variable
    rows: int  # that are different
    keys: Sequence[tuple[Mechanisms, frozenset[int]]]  # what is new, by variable


class Cells:
    """Counts what outcomes leave of one space."""

    def __init__(self, space: ExactSpace, evidence: Evidence, contexts: Contexts) -> None:
        self.space = space
        self.contexts = contexts
        self.variables = space.problem.variables
        self.branches: tuple[Branch, ...] = tuple(b for b in space.branches if not b.is_empty)
        self._places = {v: i for i, v in enumerate(self.variables)}
        self.looks = 0  # at parent sets, as a measure of the work so far
        self._evidence = evidence
        self._mechanisms: dict[str, Mechanisms] = {}
        self._counted: dict[tuple[Experiment, Outcome], Counted] = {}

    def mechanisms(self, variable: str) -> Mechanisms:
        """The mechanisms of a variable, ready for more rows."""
        if variable not in self._mechanisms:
            local = self._evidence.local_space(variable, self.space.hypotheses)
            fitting = self._evidence.fitting(variable, self.space.hypotheses)
            self._mechanisms[variable] = Mechanisms(local, fitting)
        return self._mechanisms[variable]

    @cached_property
    def _arrays(self) -> OutcomeArrays | None:
        """For many outcomes at once, where there is one root set and the space is of a kind."""
        if len(self.branches) != 1:
            return None
        from symcause.families.boolean.audits.next.outcome_arrays import OutcomeArrays

        (branch,) = self.branches
        mechanisms = {
            space.variable: self.mechanisms(space.variable) for space in branch.endogenous
        }
        return OutcomeArrays.of(branch, self.space.count, mechanisms)

    def prepare(self, asked: Iterable[tuple[Experiment, Outcome]]) -> None:
        """Count what these outcomes leave, all at once; whoever asks for one then has it."""
        if self._arrays is None:
            return
        new = [pair for pair in dict.fromkeys(asked) if pair not in self._counted]
        if new:
            self._counted.update(zip(new, self._at_once(self._arrays, new), strict=True))

    def _at_once(
        self, arrays: OutcomeArrays, new: Sequence[tuple[Experiment, Outcome]]
    ) -> Iterator[Counted]:
        import numpy as np

        clamped = np.array([self._clamped(experiment) for experiment, _ in new], dtype=np.int64)
        found = arrays.counts([outcome for _, outcome in new], self.contexts.rows, clamped)
        names = self.variables
        number = found.sets.sum(axis=0) + len(names) - len(found.sets)
        steps = np.where(found.sets.all(axis=0), steps_of(number, len(names)), 0)
        looks = len(names) * found.rows + steps
        said = [self.mechanisms(space.variable) for space in self.branches[0].endogenous]
        parts = (found.left, looks, found.rows, found.keys.T)
        for (experiment, outcome), left, work, rows, keys in zip(
            new, *(part.tolist() for part in parts), strict=True
        ):
            shown = self._is_shown(self.branches[0], set(experiment.targets), outcome)
            new = [
                (of, arrays.keys[key])
                for of, key in zip(said, keys, strict=True)
                if key >= len(said)
            ]
            yield Counted(left if shown else 0, left, work, rows, new)

    def _clamped(self, experiment: Experiment) -> int:
        """The targets, as a mask."""
        return mask_of(map(self._places.__getitem__, experiment.targets))

    def _known(self, known: Counted) -> tuple[int, int]:
        """What was counted before; it costs what counting it by itself would."""
        self.looks += known.looks
        for mechanisms, key in known.keys:
            if key not in mechanisms.charged and key not in mechanisms.counted:
                mechanisms.charged.add(key)
                self.looks += len(mechanisms.fitting) * (known.rows + _MOBIUS)
        return known.shown, known.left

    def count(self, experiment: Experiment, outcome: Outcome) -> tuple[int, int]:
        """How many members show an outcome, and how many it leaves."""
        known = self._counted.get((experiment, outcome))
        if known is not None:
            return self._known(known)
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
            if number and self._is_shown(branch, clamped, outcome):
                shown += number
        return shown, left

    def _after(self, variable: str, states: Sequence[int]) -> Weights:
        mechanisms = self.mechanisms(variable)
        before = len(mechanisms.counted)
        found = mechanisms.after(states)
        if (
            len(mechanisms.counted) > before
            and mechanisms.new_rows(states) not in mechanisms.charged
        ):
            self.looks += len(mechanisms.fitting) * (len(states) + _MOBIUS)
        return found

    def _is_shown(self, branch: Branch, clamped: set[str], outcome: Outcome) -> bool:
        """Do the roots of a branch have the values of the contexts?"""
        return all(
            outcome[self._places[root]] == self.contexts.columns[root]
            for root in branch.roots
            if root not in clamped
        )
