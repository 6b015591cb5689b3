"""Mechanism tables: the truth tables of Boolean mechanisms straight from their text.

Scoring meets mechanisms as texts, and nearly all of them are plain: operators, a few names, one space
between two parts. So :func:`tabulate` answers "this function" or None, and whatever is not plain, right or
wrong, is read by the scanner and explained by the grammar; tests hold the two to each other.

>>> tabulate("(xor X1 (not X1) X2)", OPERATORS)
Tabulated(size=5, variables=frozenset({...}), function=Function(parents=('X2',), table=1))
>>> tabulate("(not X1 X2)", OPERATORS) is None
True
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from symcause.families.boolean.models.functions import Function, full_mask, projection, reduce
from symcause.models.expressions import JOINS
from symcause.models.mechanism_scanner import MOST
from symcause.models.variable_names import OPERATORS, is_name, natural

_VARIABLES = 8  # beyond it tables are long, and such mechanisms rare
_LONG = 1 << 20  # arguments: more than any text has
_CLOSING = (")",)


class Tabulated(NamedTuple):
    """What a mechanism denotes, its AST size, and the variables that it mentions."""

    size: int
    variables: frozenset[str]
    function: Function


class _Layout(NamedTuple):
    """Names in natural order, the column of each, and a one for every row."""

    names: tuple[str, ...]
    columns: Mapping[str, int]
    mask: int


@lru_cache(maxsize=4096)
def _layout(names: frozenset[str]) -> _Layout | None:
    """None for what is no name, and for too many."""
    if len(names) > _VARIABLES or not all(map(is_name, names)):
        return None
    ordered = natural(names)
    columns = {name: projection(j, len(ordered)) for j, name in enumerate(ordered)}
    return _Layout(ordered, columns, full_mask(len(ordered)))


class _Head(NamedTuple):
    """What an opening bracket asks for: a way to join, and how many arguments."""

    join: Callable[[list[int], int], int]
    least: int
    most: int


@lru_cache(maxsize=64)
def _heads(operators: tuple[str, ...]) -> Mapping[str, _Head]:
    """By the pieces that open an operation."""
    bounds = {word: (MOST.get(word, 2), MOST.get(word, _LONG)) for word in operators}
    return {f"({word}": _Head(JOINS[word], *bounds[word]) for word in operators}


def tabulate(text: str, operators: tuple[str, ...] = OPERATORS) -> Tabulated | None:
    """What a plain mechanism denotes; None if it is not plain."""
    pieces = text.replace(")", " )").split(" ")
    heads = _heads(operators)
    variables = frozenset(pieces).difference(heads, _CLOSING)
    layout = _layout(variables)
    if layout is None:
        return None
    names, columns, mask = layout
    outer: list[tuple[_Head | None, list[int]]] = []
    head: _Head | None = None
    values: list[int] = []
    for piece in pieces:
        if piece in columns:
            values.append(columns[piece])
        elif piece != ")":
            outer.append((head, values))
            head, values = heads[piece], []
        elif head is None:
            return None
        else:
            join, least, most = head
            if not least <= len(values) <= most:
                return None
            value = join(values, mask)
            head, values = outer.pop()
            values.append(value)
    if outer or len(values) != 1:
        return None
    return Tabulated(len(pieces) - text.count(")"), variables, reduce(names, values[0]))
