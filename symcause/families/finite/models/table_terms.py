"""Table terms of finite models: functions by their outputs as terms, and terms as such functions.

In a ``table`` of the language the first parent is the slowest; in a table function it counts fastest. This
is the one place where the one order becomes the other.

>>> from symcause.mechanisms.tables.table_functions import table_of
>>> pair = {"A": FiniteVariable("A", (0, 1)), "L": FiniteVariable("L", ("off", "on", "dim"))}
>>> shown = TableFunction(("A", "L"), table_of((0, 0, 0, 1, 0, 2), 3), (2, 3), 3)
>>> written_table(shown, pair["L"])
Table(parents=('A', 'L'), outputs=('off', 'off', 'off', 'off', 'on', 'dim'))
>>> function_of(written_table(shown, pair["L"]), pair["L"], pair) == shown
True
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from math import prod
from typing import Protocol, TypeVar

from symcause.families.finite.bounds import TERM_STATES
from symcause.families.finite.models.finite_values import FiniteVariable, State, Value
from symcause.families.finite.models.term_values import Operators, column_of
from symcause.families.finite.models.terms import Table, Term, mentioned
from symcause.mechanisms.tables.table_functions import TableFunction, reduced

T = TypeVar("T")
Domains = Mapping[str, FiniteVariable]


class NotTotal(Exception):
    """A term gives something else than a value of its variable: in which state, and what."""

    def __init__(self, state: State, value: Value | None) -> None:
        super().__init__(state, value)
        self.state, self.value = state, value


def first_fastest(entries: Sequence[T], sizes: Sequence[int]) -> list[T]:
    """Entries of a table, first parent slowest, in the order in which it is fastest."""
    strides = [prod(sizes[at + 1 :]) for at in range(len(sizes))]
    return [entries[place] for place in _places(sizes, strides)]


def first_slowest(entries: Sequence[T], sizes: Sequence[int]) -> list[T]:
    """Entries of a table, first parent fastest, in the order in which it is slowest."""
    strides = [prod(sizes[:at]) for at in range(len(sizes))]
    return [entries[place] for place in _places(sizes[::-1], strides[::-1])]


def _places(sizes: Sequence[int], strides: Sequence[int]) -> list[int]:
    places = [0]
    for size, stride in zip(sizes, strides, strict=True):
        places = [place + digit * stride for digit in range(size) for place in places]
    return places


class WithDomains(Protocol):
    """A problem, as far as the values of its variables go."""

    def domain(self, name: str, /) -> FiniteVariable: ...


def table_term(problem: WithDomains, name: str, function: TableFunction) -> Table:
    """The function of a variable of a problem as a table of the language."""
    return written_table(function, problem.domain(name))


def written_table(function: TableFunction, variable: FiniteVariable) -> Table:
    """The function as a table of the language."""
    outputs = first_slowest(function.outputs, function.sizes)
    return Table(function.parents, tuple(variable.values[output] for output in outputs))


def states_of(names: Sequence[str], domains: Domains) -> Iterator[dict[str, Value]]:
    """All states of some variables, the first slowest."""
    for values in product(*(domains[name].values for name in names)):
        yield dict(zip(names, values, strict=True))


def combinations_of(term: Term, domains: Domains) -> int:
    """How many states there are of what a term mentions."""
    return prod(len(domains[name].values) for name in set(mentioned(term)))


def function_of(
    term: Term, variable: FiniteVariable, domains: Domains, operators: Operators | None = None
) -> TableFunction:
    """The function that a term computes for a variable. Raises NotTotal for the first other value.

    The states of all that is mentioned are gone through, so their number must have been looked at.
    """
    used = set(mentioned(term))
    names = [name for name in domains if name in used]
    sizes = [len(domains[name].values) for name in names]
    states = product(*(domains[name].values for name in names))
    places: list[int] = []
    while rows := list(islice(states, TERM_STATES)):
        columns = dict(zip(names, zip(*rows, strict=True), strict=False))
        for row, value in zip(
            rows, column_of(term, columns, len(rows), operators or {}, domains), strict=True
        ):
            place = variable.position(value)
            if place is None:
                raise NotTotal(dict(zip(names, row, strict=True)), value)
            places.append(place)
    return reduced(names, first_fastest(places, sizes), sizes, len(variable.values))
