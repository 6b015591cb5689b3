"""Member outcomes: what all members show under next experiments, without building the members.

Along the order of a graph a variable's functions give columns, and many give the same one: they are counted
together, and what comes later is worked out once for all of them. So members that show the same are never
told apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Generic

from symcause.mechanisms.local_space import F, M, S
from symcause.mechanisms.next.experiment_batch import Showing
from symcause.mechanisms.next.experiment_contexts import Outcome
from symcause.mechanisms.root_branch import Branch
from symcause.solvers.acyclic.acyclic_choices import enumerate_acyclic


def shown_by_all(showing: Showing[F], branches: Iterable[Branch[S, F, M]]) -> Counter[Outcome]:
    """How many members show what: one wide column a variable, with all experiments side by side."""
    counts: Counter[Outcome] = Counter()
    for states, number in joined_by_all(showing, branches).items():
        counts[showing.parted(states)] = number
    return counts


def joined_by_all(showing: Showing[F], branches: Iterable[Branch[S, F, M]]) -> Counter[int]:
    """The same with the columns of all variables joined: numbers are no burden to who collects garbage."""
    counts: Counter[int] = Counter()
    for branch in branches:
        listing = _Listing(showing, branch)
        for groups in enumerate_acyclic(branch.choices):
            listing.add(groups, counts)
    return counts


_Group = tuple[tuple[str, ...], list[int], list[int]]
"""The parents of some functions, where their columns stand in what is joined, and the tables."""


class _Listing(Generic[S, F, M]):
    """The members with one root set, graph by graph."""

    def __init__(self, showing: Showing[F], branch: Branch[S, F, M]) -> None:
        self._showing, self._branch = showing, branch
        self._start = showing.joined(
            [showing.root(v) if v in branch.roots else 0 for v in branch.variables]
        )
        self._known: dict[tuple[int, ...], list[tuple[int, int]]] = {}
        self._tables: dict[tuple[int, int], _Group] = {}

    def add(self, groups: Sequence[int], found: Counter[int]) -> None:
        """The members with these parents."""
        width, mask = self._showing.width, self._showing.mask
        states, numbers = [self._start], [1]
        for v in self._branch.ordered(groups):
            group = self._tables.get((v, groups[v])) or self._listed(v, groups[v])
            shifts = group[1]
            later, times = [], []
            for state, number in zip(states, numbers, strict=True):
                given = [state >> shift & mask for shift in shifts]
                columns = self._known.get((v, groups[v], *given))
                if columns is None:
                    columns = self._columns(v, given, group)
                    self._known[v, groups[v], *given] = columns
                for column, functions in columns:
                    later.append(state | column << v * width)
                    times.append(number * functions)
            states, numbers = later, times
        for state, number in zip(states, numbers, strict=True):
            found[state] += number

    def _columns(self, v: int, given: Sequence[int], group: _Group) -> list[tuple[int, int]]:
        """What the functions of a variable give on the columns of their parents, with how many give it."""
        name, (parents, _, tables) = self._branch.variables[v], group
        return list(Counter(self._showing.outputs(name, parents, given, tables)).items())

    def _listed(self, v: int, group: int) -> _Group:
        space, names = self._branch.spaces[v], self._branch.variables
        assert space is not None, "a root has no functions"
        parents = space.parents(group)
        shifts = [names.index(name) * self._showing.width for name in parents]
        listed = parents, shifts, [function.table for function in space.functions(group)]
        self._tables[v, group] = listed
        return listed
