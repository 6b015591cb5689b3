"""Ordered members of a finite space: by root set, then variable by variable the smaller mechanism first.

Mechanisms of a variable come by size, number of parents, parents as positions, and outputs as positions
with the first parent slowest. Members are listed as they are needed: whatever is chosen for the first
variables can be completed to a member.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from symcause.budgets import Meter
from symcause.families.finite.catalogue.class_catalogue import ClassCatalogue
from symcause.families.finite.models.table_terms import first_fastest, first_slowest
from symcause.mechanisms.branch_space import Roots
from symcause.mechanisms.tables.table_functions import TableFunction, all_matter, table_of
from symcause.mechanisms.tables.table_models import TableModel
from symcause.mechanisms.tables.table_space import TableSpace
from symcause.models.bit_sets import bits
from symcause.solvers.acyclic.acyclic_choices import exists_acyclic

ShapeKey = tuple[int, int, tuple[int, ...]]
FunctionKey = tuple[int, int, tuple[int, ...], tuple[int, ...]]
MemberKey = tuple[tuple[int, ...], tuple[FunctionKey, ...]]


@dataclass(frozen=True)
class MemberOrder:
    """The order of members and of the mechanisms of one variable."""

    variables: tuple[str, ...]
    catalogue: ClassCatalogue

    @cached_property
    def _keys(self) -> dict[tuple[str, TableFunction], FunctionKey]:
        return {}

    def function_key(self, variable: str, function: TableFunction) -> FunctionKey:
        """Where a mechanism stands among those of its variable; one outside the class by its parents."""
        known = self._keys.get((variable, function))
        if known is None:
            outputs = tuple(first_slowest(function.outputs, function.sizes))
            shape = self.shape_key(variable, function)
            known = self._keys[variable, function] = (*shape, outputs)
        return known

    def shape_key(self, variable: str, function: TableFunction) -> ShapeKey:
        """The same but for its outputs."""
        size = 1 + len(function.parents)
        if not self.catalogue.sized_by_parents(variable):
            size = self.catalogue.size(variable, function) or size
        return size, len(function.parents), tuple(map(self.variables.index, function.parents))

    def key(self, model: TableModel) -> MemberKey:
        """Where a member stands among all."""
        roots = [at for at, name in enumerate(self.variables) if name in model.roots]
        functions = [(v, model.functions[v]) for v in self.variables if v in model.functions]
        return tuple(roots), tuple([self.function_key(v, f) for v, f in functions])

    def size(self, model: TableModel) -> int:
        """The sizes of all mechanisms together."""
        return sum([self.function_key(v, f)[0] for v, f in model.functions.items()])


@dataclass(frozen=True)
class Option:
    """A mechanism that a variable can have, its size, and its parents as a mask."""

    size: int
    group: int
    function: TableFunction


class Options:
    """The mechanisms of one variable in order, put in order as they are needed."""

    def __init__(self, options: Iterable[Option]) -> None:
        self._source = iter(options)
        self._known: list[Option] = []

    def __iter__(self) -> Iterator[Option]:
        at = 0
        while True:
            if at == len(self._known):
                following = next(self._source, None)
                if following is None:
                    return
                self._known.append(following)
            yield self._known[at]
            at += 1


Group = tuple[TableSpace, int]
"""A parent set, and a space that has the mechanisms with these parents."""


def options_of(groups: Iterable[Group], order: MemberOrder) -> Options:
    """The mechanisms of one variable with these parents, in order."""
    by_parents = sorted(groups, key=lambda one: (one[1].bit_count(), bits(one[1])))
    if all(space.complete for space, _ in by_parents):
        return Options(option for one in by_parents for option in _free(*one))
    if order.catalogue.sized_by_parents(by_parents[0][0].variable):
        return Options(
            option for one in by_parents for option in _listed(*one, 1 + one[1].bit_count())
        )
    return Options(_sized(by_parents))


def _listed(
    space: TableSpace, group: int, size: int, tables: Iterable[int] | None = None
) -> Iterator[Option]:
    """The mechanisms with these parents, or some of them, all of one size."""
    functions = [space.function(group, table) for table in tables or space.tables(group)]
    functions.sort(key=lambda function: first_slowest(function.outputs, function.sizes))
    return (Option(size, group, function) for function in functions)


def _sized(groups: Sequence[Group]) -> Iterator[Option]:
    """The mechanisms where each has its own size."""
    by_size: dict[int, dict[int, list[int]]] = {}
    for place, (space, group) in enumerate(groups):
        for table, size in space.lengths(group) or ():
            by_size.setdefault(size, {}).setdefault(place, []).append(table)
    for size in sorted(by_size):
        for place, tables in by_size[size].items():
            yield from _listed(*groups[place], size, tables)


def _free(space: TableSpace, group: int) -> Iterator[Option]:
    """The mechanisms with these parents where any function is in the class."""
    names, sizes = space.parents(group), space.sizes(group)
    known: list[int | None] = [None] * space.patterns(group)
    for pattern, output in space.fixed(group).items():
        known[pattern] = output
    ranges = [range(space.values) if y is None else (y,) for y in first_slowest(known, sizes)]
    for shown in product(*ranges):
        outputs = first_fastest(shown, sizes)
        if all_matter(outputs, sizes):
            table = table_of(outputs, space.values)
            function = TableFunction(names, table, sizes, space.values)
            yield Option(1 + len(names), group, function)


@dataclass(frozen=True)
class OrderedBranch:
    """The members with one root set; a variable that is a root has no options."""

    roots: Roots
    choices: Sequence[Mapping[int, int]]  # parent sets enough to tell what can be placed
    options: Sequence[tuple[str, Options] | None]
    meter: Meter

    def members(self) -> Iterator[TableModel]:
        """All of them in order."""
        if exists_acyclic(list(self.choices)):
            yield from self._listed(0, {}, list(self.choices), None)

    def of_total(self, total: int) -> Iterator[TableModel]:
        """Those of this total size, in order."""
        if exists_acyclic(list(self.choices)):
            yield from self._listed(0, {}, list(self.choices), total)

    @cached_property
    def least(self) -> int:
        """No member is smaller."""
        return self._least[0]

    @cached_property
    def _least(self) -> list[int]:
        """What the mechanisms from a variable on take at least."""
        sums = [0]
        for own in reversed(self.options):
            first = None if own is None else next(iter(own[1]), None)
            sums.append(sums[-1] + (0 if first is None else first.size))
        return sums[::-1]

    def _listed(
        self,
        at: int,
        chosen: dict[str, TableFunction],
        choices: list[Mapping[int, int]],
        left: int | None,
    ) -> Iterator[TableModel]:
        if at == len(choices):
            if not left:
                yield TableModel(self.roots, chosen)
            return
        own = self.options[at]
        if own is None:
            yield from self._listed(at + 1, chosen, choices, left)
            return
        name, options = own
        possible, free = dict[int, bool](), choices[at]
        for option in options:
            if left is not None and option.size + self._least[at + 1] > left:
                break
            if option.group not in possible:
                self.meter.spend()
                choices[at] = {option.group: 1}
                possible[option.group] = exists_acyclic(choices)
            if possible[option.group]:
                choices[at] = {option.group: 1}
                rest = None if left is None else left - option.size
                self.meter.spend()
                yield from self._listed(at + 1, {**chosen, name: option.function}, choices, rest)
        choices[at] = free


def members_in_order(branches: Iterable[OrderedBranch]) -> Iterator[TableModel]:
    """The members of all branches, in order."""
    for branch in branches:
        yield from branch.members()


def members_by_size(branches: Sequence[OrderedBranch], largest: int) -> Iterator[TableModel]:
    """The members of all branches by total size, none of them *larger*; those of one size in order."""
    least = min([branch.least for branch in branches], default=largest + 1)
    for total in range(least, largest + 1):
        for branch in branches:
            yield from branch.of_total(total)
