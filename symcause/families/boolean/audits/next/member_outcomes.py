"""Member outcomes: what all members show under next experiments, without building the members.

Along the order of a graph a variable's functions give columns, and many give the same one: they are counted
together, and what comes later is worked out once for all of them. So members that show the same are never
told apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from symcause.families.boolean.audits.next.experiment_batch import Showing
from symcause.families.boolean.space.exact.exact_space import BooleanBranch
from symcause.families.boolean.space.mechanisms.mechanism_groups import LocalSpace
from symcause.solvers.acyclic.acyclic_choices import enumerate_acyclic

Columns = tuple[int, ...]
"""One wide column a variable, in which all experiments stand side by side."""


def shown_by_all(showing: Showing, branches: Iterable[BooleanBranch]) -> Counter[Columns]:
    """How many members show what, over all experiments."""
    counts: Counter[Columns] = Counter()
    for states, number in joined_by_all(showing, branches).items():
        counts[showing.parted(states)] = number
    return counts


def joined_by_all(showing: Showing, branches: Iterable[BooleanBranch]) -> Counter[int]:
    """The same with the columns of all variables joined: numbers are no burden to who collects garbage."""
    counts: Counter[int] = Counter()
    for branch in branches:
        listing = _Listing(showing, branch)
        for groups in enumerate_acyclic(branch.choices):
            listing.add(groups, counts)
    return counts


class _Listing:
    """The members with one root set, graph by graph."""

    def __init__(self, showing: Showing, branch: BooleanBranch) -> None:
        self._showing, self._branch = showing, branch
        self._start = showing.joined(
            [showing.root(v) if v in branch.roots else 0 for v in branch.variables]
        )
        self._known: dict[tuple[int, ...], list[tuple[int, int]]] = {}
        self._tables: dict[tuple[int, int], tuple[list[int], list[int]]] = {}

    def add(self, groups: Sequence[int], found: Counter[int]) -> None:
        """The members with these parents."""
        width, mask = self._showing.width, self._showing.mask
        states, numbers = [self._start], [1]
        for v in self._branch.ordered(groups):
            shifts, tables = self._tables.get((v, groups[v])) or self._columns_and_tables(
                v, groups[v]
            )
            later, times = [], []
            for state, number in zip(states, numbers, strict=True):
                given = [state >> shift & mask for shift in shifts]
                columns = self._known.get((v, groups[v], *given))
                if columns is None:
                    columns = self._columns(v, given, tables)
                    self._known[v, groups[v], *given] = columns
                for column, functions in columns:
                    later.append(state | column << v * width)
                    times.append(number * functions)
            states, numbers = later, times
        for state, number in zip(states, numbers, strict=True):
            found[state] += number

    def _columns(
        self, v: int, given: Sequence[int], tables: Sequence[int]
    ) -> list[tuple[int, int]]:
        """What the functions of a variable give on the columns of their parents, with how many give it."""
        name = self._branch.variables[v]
        return list(Counter(self._showing.outputs(name, given, tables)).items())

    def _columns_and_tables(self, v: int, group: int) -> tuple[list[int], list[int]]:
        """Where the columns of the parents stand, in the order of the functions, and the truth tables."""
        space, names = self._branch.spaces[v], self._branch.variables
        assert isinstance(space, LocalSpace)
        shifts = [names.index(name) * self._showing.width for name in space.parents(group)]
        pair = shifts, [function.table for function in space.functions(group)]
        self._tables[v, group] = pair
        return pair
