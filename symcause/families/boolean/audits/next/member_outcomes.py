"""Member outcomes: what all members show under next experiments, without building the members.

Along the order of a graph a variable's functions give columns, and many give the same one: they are counted
together, and what comes later is worked out once for all of them. So members that show the same are never
told apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from symcause.families.boolean.audits.next.experiment_batch import Showing
from symcause.families.boolean.space.exact.root_branch import Branch
from symcause.families.boolean.space.mechanisms.mechanism_groups import LocalSpace
from symcause.solvers.acyclic.acyclic_choices import enumerate_acyclic

Columns = tuple[int, ...]
"""One wide column a variable, in which all experiments stand side by side."""


def shown_by_all(showing: Showing, branches: Iterable[Branch]) -> Counter[Columns]:
    """How many members show what, over all experiments."""
    found: Counter[Columns] = Counter()
    for branch in branches:
        listing = _Listing(showing, branch)
        for groups in enumerate_acyclic(branch.choices):
            listing.add(groups, found)
    return found


class _Listing:
    """The members with one root set, graph by graph."""

    def __init__(self, showing: Showing, branch: Branch) -> None:
        self._showing, self._branch = showing, branch
        self._start = [showing.root(v) if v in branch.roots else 0 for v in branch.variables]
        self._known: dict[tuple[int, int, Columns], list[tuple[int, int]]] = {}
        self._tables: dict[tuple[int, int], tuple[list[int], list[int]]] = {}

    def add(self, groups: Sequence[int], found: Counter[Columns]) -> None:
        """The members with these parents."""
        states = [(self._start, 1)]
        for v in self._branch.ordered(groups):
            states = [
                ([*columns[:v], column, *columns[v + 1 :]], number * times)
                for columns, number in states
                for column, times in self._columns(v, groups[v], columns)
            ]
        for columns, number in states:
            found[tuple(columns)] += number

    def _columns(self, v: int, group: int, columns: Sequence[int]) -> list[tuple[int, int]]:
        """What the functions of a variable give on the columns of their parents, with how many give it."""
        parents, tables = self._tables.get((v, group)) or self._listed(v, group)
        given = tuple([columns[p] for p in parents])
        found = self._known.get((v, group, given))
        if found is None:
            name = self._branch.variables[v]
            shown = Counter(self._showing.outputs(name, given, tables))
            found = self._known[v, group, given] = list(shown.items())
        return found

    def _listed(self, v: int, group: int) -> tuple[list[int], list[int]]:
        """The places of the parents in the order of the functions, and the truth tables."""
        space, names = self._branch.spaces[v], self._branch.variables
        assert isinstance(space, LocalSpace)
        parents = [names.index(name) for name in space.parents(group)]
        found = parents, [function.table for function in space.functions(group)]
        self._tables[v, group] = found
        return found
