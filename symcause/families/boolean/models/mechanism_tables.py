"""Mechanism tables: the truth tables of Boolean mechanisms straight from their text.

Scoring meets mechanisms as texts, and nearly all of them are plain: operators, a few names, one space
between two parts. So :func:`tabulate` answers "this function" or None, and whatever is not plain, right or
wrong, is read by the scanner and explained by the grammar; tests hold the two to each other.

>>> found = tabulate("(xor X1 (not X1) X2)", OPERATORS)
>>> found.size, sorted(found.variables), found.function
(5, ['X1', 'X2'], Function(parents=('X2',), table=1))
>>> tabulate("(not X1 X2)", OPERATORS) is None
True
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from operator import and_, or_, xor
from typing import NamedTuple

from symcause.families.boolean.bounds import TABLED_VARIABLES
from symcause.families.boolean.models.functions import Function, full_mask, projection, reduce
from symcause.models.expressions import JOINS
from symcause.models.mechanism_scanner import BOUNDS
from symcause.models.variable_names import OPERATORS, is_name, natural

_CLOSING = (")",)


class Tabulated(NamedTuple):
    """What a mechanism denotes, its AST size, and the variables that it mentions."""

    size: int
    variables: frozenset[str]
    function: Function


class _Layout(NamedTuple):
    """Names in natural order, the column of each, a one for every row, and where each name is 0."""

    names: tuple[str, ...]
    columns: Mapping[str, int]
    mask: int
    zeros: tuple[tuple[int, int], ...]  # how far the rows lie apart that differ in one name alone


@lru_cache(maxsize=4096)
def _layout(names: frozenset[str]) -> _Layout | None:
    """None for what is no name, and for too many."""
    if len(names) > TABLED_VARIABLES or not all(map(is_name, names)):
        return None
    ordered = natural(names)
    tables = [projection(j, len(ordered)) for j in range(len(ordered))]
    zeros = tuple((1 << j, table >> (1 << j)) for j, table in enumerate(tables))
    return _Layout(ordered, dict(zip(ordered, tables, strict=True)), full_mask(len(ordered)), zeros)


class _Head(NamedTuple):
    """What an opening bracket asks for: a way to join, and how many arguments.

    Two are joined by *pair*, where there is one, and by what turns its ones and zeros.
    """

    join: Callable[[list[int], int], int]
    pair: Callable[[int, int], int] | None
    turned: bool
    least: int
    most: int
    negates: bool


_PAIRS: Mapping[int, Callable[[int, int], int]] = {0b1000: and_, 0b1110: or_, 0b0110: xor}
"""Ways to join two arguments, by their truth tables."""


def _head(word: str) -> _Head:
    join, (least, most) = JOINS[word], BOUNDS[word]
    pair, turned = None, False
    if least <= 2 <= most:
        table = join([0b1010, 0b1100], 0b1111)
        turned = table not in _PAIRS
        pair = _PAIRS.get(table ^ 0b1111 if turned else table)
    return _Head(join, pair, turned, least, most, most == 1 and join([0b10], 0b11) == 0b01)


@lru_cache(maxsize=64)
def _heads(operators: tuple[str, ...]) -> Mapping[str, _Head]:
    """By the pieces that open an operation."""
    return {f"({word}": _head(word) for word in operators}


def tabulate(text: str, operators: tuple[str, ...] = OPERATORS) -> Tabulated | None:
    """What a plain mechanism denotes; None if it is not plain."""
    pieces = text.replace(")", " )").split(" ")
    heads = _heads(operators)
    variables = frozenset(pieces).difference(heads, _CLOSING)
    layout = _layout(variables)
    if layout is None:
        return None
    names, columns, mask, zeros = layout
    column_of = columns.get
    ends: list[int] = []  # of the operations that are open: how many values there were before
    values: list[int] = []
    for piece in reversed(pieces):  # so an operation comes when its arguments are there
        column = column_of(piece)
        if column is not None:
            values.append(column)
        elif piece == ")":
            ends.append(len(values))
        elif not ends:
            return None
        else:
            join, pair, turned, least, most, negates = heads[piece]
            end = ends.pop()
            count = len(values) - end
            if count == 2 and pair is not None:
                value = pair(values.pop(), values[-1])
                values[-1] = mask ^ value if turned else value
            elif count == 1 and negates:
                values[-1] ^= mask
            elif least <= count <= most:
                values[end:] = [join(values[: end - 1 if end else None : -1], mask)]
            else:
                return None
    if ends or len(values) != 1:
        return None
    (table,) = values
    for apart, zero in zeros:
        if not (table ^ table >> apart) & zero:  # it does not depend on all that it mentions
            return Tabulated(len(pieces) - text.count(")"), variables, reduce(names, table))
    return Tabulated(len(pieces) - text.count(")"), variables, Function(names, table))
