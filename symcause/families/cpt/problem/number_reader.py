"""The number reader of tables: nested lists become tables of a network, or given numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import TypeVar

from symcause.errors import ProblemError, SymcauseError, did_you_mean
from symcause.families.cpt.models.network import Network, binary
from symcause.families.cpt.models.probability_keys import Key, read_key
from symcause.families.cpt.problem.problem import GivenFamily
from symcause.models.bit_sets import bits
from symcause.models.dags import DAG
from symcause.models.exact_numbers import read_number

T = TypeVar("T")


def read_probability(value: object, place: str) -> Fraction:
    """A number from 0 to 1, read from its text."""
    try:
        number = read_number(value)
    except SymcauseError as error:
        raise error.at(place=place) from None
    if not 0 <= number <= 1:
        raise ProblemError("a probability lies between 0 and 1", place=place, value=value)
    return number


def _flat(value: object, depth: int, place: str) -> tuple[Fraction, ...]:
    """The numbers of lists that are nested so deep, two parts each; a list of one stands for its entry."""
    if isinstance(value, list | tuple) and len(value) == 1:
        return _flat(value[0], depth, place)
    if depth == 0:
        if isinstance(value, list | tuple):
            raise ProblemError("nested too deep: one number is wanted here", place=place)
        return (read_probability(value, place),)
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise ProblemError(
            f"wrong nesting: a list of two (for the values 0 and 1), {depth} deep, is wanted here",
            place=place,
        )
    return tuple(x for i, part in enumerate(value) for x in _flat(part, depth - 1, f"{place}[{i}]"))


def _keyed(key: str, dag: DAG, place: str) -> Key:
    try:
        found = read_key(key)
    except SymcauseError as error:
        raise error.at(place=place) from None
    for name in found.names:
        if name not in dag.index:
            raise ProblemError(
                "unknown variable", place=place, value=name, remedy=did_you_mean(name, dag.nodes)
            )
    return found


def read_given(
    document: Mapping[str, object], dag: DAG, place: str = "given"
) -> tuple[GivenFamily, ...]:
    """Given numbers in the order of the document; one that is given twice has to be the same."""
    families: list[GivenFamily] = []
    seen: dict[object, Fraction] = {}
    for text, value in document.items():
        at = f"{place}.{text}"
        key = _keyed(text, dag, at)
        numbers = _flat(value, len(key.given) if key.values is None else 0, at)
        for term, number in zip(key.terms, numbers, strict=True):
            known = seen.setdefault(term.key, number)
            if known != number:
                raise ProblemError(
                    f"given twice, with different numbers: {known} and {number}",
                    place=at,
                    value=term.text,
                    remedy="keep one of the two",
                )
        families.append(GivenFamily(key, numbers))
    return tuple(families)


def table_keys(
    document: Mapping[str, object], dag: DAG, place: str
) -> dict[str, tuple[str, tuple[str, ...]]]:
    """The one key P(v | parents) of each variable, as it is written, and the parents in its order."""
    found: dict[str, tuple[str, tuple[str, ...]]] = {}
    wanted = {
        name: spelled(name, [dag.nodes[i] for i in bits(mask)])
        for name, mask in zip(dag.nodes, dag.parents, strict=True)
    }
    for text in document:
        at = f"{place}.{text}"
        key = _keyed(text, dag, at)
        name = key.event[0]
        if key.values is not None or dag.mask(key.given) != dag.parents[dag.index[name]]:
            raise ProblemError(
                "surplus table: no variable has these parents",
                place=at,
                remedy=f"wanted: {wanted[name]}",
            )
        if name in found:
            raise ProblemError(
                "a second table of this variable", place=at, remedy="keep one of the two"
            )
        found[name] = text, key.given
    for name in dag.nodes:
        if name not in found:
            raise ProblemError(
                "a table is missing", place=place, value=wanted[name], remedy="add it"
            )
    return found


def read_tables(document: Mapping[str, object], dag: DAG, place: str = "tables") -> Network:
    """The network of exactly one key P(v | parents) a variable; the order of the parents is free."""
    ones: dict[str, tuple[Fraction, ...]] = {}
    for name, (text, told) in table_keys(document, dag, place).items():
        numbers = _flat(document[text], len(told), f"{place}.{text}")
        wanted = [dag.nodes[i] for i in bits(dag.parents[dag.index[name]])]
        ones[name] = in_order(numbers, told, wanted, [2] * len(told))
    return binary(dag, ones)


def spelled(name: str, parents: Sequence[str]) -> str:
    """The key of a table."""
    return f"P({name}{'|' if parents else ''}{','.join(parents)})"


def in_order(
    entries: Sequence[T], told: Sequence[str], wanted: Sequence[str], sizes: Sequence[int]
) -> tuple[T, ...]:
    """Entries by conditions in one order, with so many values each, put into another."""
    at = dict(zip(product(*map(range, sizes)), entries, strict=True))
    to = [wanted.index(name) for name in told]
    ends = dict(zip(told, sizes, strict=True))
    known = product(*(range(ends[name]) for name in wanted))
    return tuple(at[tuple(values[i] for i in to)] for values in known)
