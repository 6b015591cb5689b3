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

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from symcause.families.boolean.audits.next.experiment_contexts import Contexts
from symcause.families.boolean.models.experiments import Experiment
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.exact.root_branch import Branch
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.families.boolean.space.mechanisms.mechanism_groups import LocalSpace
from symcause.families.boolean.space.mechanisms.parent_counts import exact_parents
from symcause.models.bit_sets import bits, mask_of
from symcause.solvers.acyclic.choice_weight import count_acyclic, least_steps, steps_of

if TYPE_CHECKING:
    from symcause.families.boolean.audits.next.outcome_arrays import OutcomeArrays

_MOBIUS = 8  # rows in the time that a parent set takes besides

Outcome = tuple[int, ...]
"""One column per variable."""

Weights = Mapping[int, int]
"""Parent set -> number of functions with exactly these parents."""


class Counted(NamedTuple):
    """An outcome that was counted with others: its different rows, what it leaves, what is new in it."""

    rows: int
    left: int
    keys: Mapping[str, frozenset[int]]
    sets: Mapping[str, int]  # and how many parent sets these then have


class Cells:
    """Counts what outcomes leave of one space."""

    def __init__(self, space: ExactSpace, evidence: Evidence, contexts: Contexts) -> None:
        self.space = space
        self.contexts = contexts
        self.variables = space.problem.variables
        self.branches: tuple[Branch, ...] = tuple(b for b in space.branches if not b.is_empty)
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
        if not new:
            return
        keys = []
        for experiment, outcome in new:
            states, clamped = states_of(outcome, self.contexts.rows), set(experiment.targets)
            said = (s.variable for s in self.branches[0].endogenous if s.variable not in clamped)
            keys.append((len(states), {v: self.mechanisms(v).new_rows(states) for v in said}))
        found = self._arrays.counts([of for _, of in keys])
        for pair, (rows, of), (left, sets) in zip(new, keys, found, strict=True):
            self._counted[pair] = Counted(rows, left, of, sets)

    def _known(self, experiment: Experiment, outcome: Outcome, known: Counted) -> tuple[int, int]:
        """What was counted before; it costs what counting it by itself would."""
        (branch,) = self.branches
        self.looks += len(self.variables) * known.rows
        number, empty = 0, False
        for v, space in zip(self.variables, branch.spaces, strict=True):
            if space is None:
                number += 1
            elif not (key := known.keys.get(v)):
                number += len(space.weights)
                empty = empty or not space.weights
            else:
                mechanisms = self.mechanisms(v)
                if key not in mechanisms.counted and key not in mechanisms.charged:
                    mechanisms.charged.add(key)
                    self.looks += len(mechanisms.fitting) * (known.rows + _MOBIUS)
                number += known.sets[v]
                empty = empty or not known.sets[v]
        self.looks += 0 if empty else steps_of(number, len(self.variables))
        shown = self._is_shown(branch, set(experiment.targets), outcome)
        return (known.left if shown else 0), known.left

    def count(self, experiment: Experiment, outcome: Outcome) -> tuple[int, int]:
        """How many members show an outcome, and how many it leaves."""
        known = self._counted.get((experiment, outcome))
        if known is not None:
            return self._known(experiment, outcome, known)
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
            column == self.contexts.columns[v]
            for v, column in zip(self.variables, outcome, strict=True)
            if v in branch.roots and v not in clamped
        )


class Mechanisms:
    """The mechanisms of one variable, and how many of them agree with further rows."""

    def __init__(self, space: LocalSpace, fitting: Weights) -> None:
        self.space = space
        self.fitting = (
            fitting  # parent set -> functions of (not: exactly of) these parents that fit
        )
        rows = space.rows
        self.own = 1 << rows.variables.index(space.variable)
        self._relevant = self.own
        for parents in fitting:
            self._relevant |= parents
        states = states_of(rows.columns, len(rows))
        self.known = frozenset(state & self._relevant for state in states)
        self.counted: dict[frozenset[int], Weights] = {}
        self.charged: set[frozenset[int]] = set()  # what was counted elsewhere, and paid for

    @cached_property
    def tables(self) -> dict[int, dict[int, bool]]:
        """For every parent set the patterns that were seen (as states), with the outputs."""
        return {
            parents: {state & parents: bool(state & self.own) for state in self.known}
            for parents in self.fitting
        }

    def new_rows(self, states: Sequence[int]) -> frozenset[int]:
        """The rows of these that say something new, as far as they can matter to the variable."""
        return frozenset([s & self._relevant for s in states]) - self.known

    def after(self, states: Sequence[int]) -> Weights:
        """The parent sets with how many functions agree with these rows as well."""
        new = self.new_rows(states)
        if not new:
            return self.space.weights
        if new not in self.counted:
            self.counted[new] = self._count(new)
        return self.counted[new]

    def _count(self, new: frozenset[int]) -> Weights:
        rows = [(state, bool(state & self.own)) for state in sorted(new)]
        kept: dict[int, int] = {}
        for parents, number in self.fitting.items():
            fresh = unseen(self.tables[parents], parents, rows)
            if fresh is None:
                continue
            if self.space.complete:
                kept[parents] = number >> len(fresh)
            elif found := self._listed(parents, fresh):
                kept[parents] = found
        if not self.space.complete:
            return kept
        # A rule may exclude parent sets; what agrees with more rows is in the class without them, too.
        return {g: n for g, n in exact_parents(kept).items() if g in self.space.weights}

    def _listed(self, parents: int, fresh: Mapping[int, bool]) -> int:
        """How many listed functions agree with the fresh patterns as well."""
        if parents not in self.space.weights:
            return 0
        rank = self.space.rows.natural_rank
        places = sorted(bits(parents), key=rank.__getitem__)
        seen, value = self.space.fixed(parents)
        for state, output in fresh.items():
            pattern = mask_of(j for j, p in enumerate(places) if state >> p & 1)
            seen |= 1 << pattern
            value |= output << pattern
        return self.space.agreeing(parents, seen, value)


def unseen(
    table: Mapping[int, bool], parents: int, rows: Sequence[tuple[int, bool]]
) -> dict[int, bool] | None:
    """The patterns of the parents that are new in these rows, with their outputs; None: a conflict."""
    fresh: dict[int, bool] = {}
    for state, output in rows:
        pattern = state & parents
        known = table.get(pattern)
        if known is None:
            known = fresh.setdefault(pattern, output)
        if known != output:
            return None
    return fresh


def states_of(columns: Sequence[int], rows: int) -> tuple[int, ...]:
    """Rows as sets of the variables that are 1, each once, in order of their first occurrence."""
    width = len(columns)
    side_by_side = sum([_spread(column, width) << i for i, column in enumerate(columns)])
    one = (1 << width) - 1
    return tuple(dict.fromkeys([side_by_side >> r * width & one for r in range(rows)]))


@lru_cache(maxsize=1 << 14)
def _spread(column: int, width: int) -> int:
    """The bits of a column, each so far from the next."""
    return sum([1 << r * width for r in bits(column)])
