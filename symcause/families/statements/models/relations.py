"""Causal relations between two variables of a DAG, in every reading of their words.

``x is RELATION of y``. A child is a parent the other way round and a descendant an ancestor; colliders and
confounders are about unordered pairs, but for the reading ``released``, which is that of the published
generator: one leg of its confounder has a single edge.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType

from symcause.families.statements.models.separations import Graph, closure

PATH = "path"
"""The reading that every relation has: what the published generator intends."""

READINGS: MappingProxyType[str, tuple[str, ...]] = MappingProxyType(
    {
        "parent": (PATH,),
        "child": (PATH,),
        "ancestor": (PATH, "strict", "any"),
        "descendant": (PATH, "strict", "any"),
        "collider": (PATH, "direct", "any"),
        "confounder": (PATH, "direct", "any", "released"),
    }
)
"""The readings of every relation, the default first."""

Told = tuple[bool, ...]
"""Whether a relation holds, for each of its readings in order."""


def _parent(graph: Graph, x: int, y: int) -> Told:
    return (bool(graph.children[x] >> y & 1),)


def _ancestor(graph: Graph, x: int, y: int) -> Told:
    """By two edges or more; by a path and no edge; by any path."""
    above = closure(graph.parents, 1 << y)
    edge = bool(graph.children[x] >> y & 1)
    reaches = bool(above >> x & 1)
    return (bool(graph.children[x] & above & ~(1 << y)), reaches and not edge, reaches)


def _collider(graph: Graph, x: int, y: int) -> Told:
    """A common effect by paths that avoid the other; a common child; a common descendant."""
    first, second, either = _legs(graph.children, x, y)
    return (bool(first), bool(second), bool(either))


def _confounder(graph: Graph, x: int, y: int) -> Told:
    """The same upwards; and a cause that points at *y* and reaches *x* past it."""
    first, second, either = _legs(graph.parents, x, y)
    long = _past(graph.parents, x, y) & graph.parents[y] & ~(1 << x)
    return (bool(first), bool(second), bool(either), bool(long))


def _legs(masks: tuple[int, ...], x: int, y: int) -> tuple[int, int, int]:
    """Third variables reached from both: past each other, by one edge each, in any way."""
    neither = ~(1 << x | 1 << y)
    direct = masks[x] & masks[y]
    either = closure(masks, 1 << x) & closure(masks, 1 << y) & neither
    past = either and _past(masks, x, y) & _past(masks, y, x) & neither
    return past, direct & neither, either


def _past(masks: tuple[int, ...], start: int, avoided: int) -> int:
    """What is reached from a variable without passing another one, which is not reached either."""
    found = todo = 1 << start
    kept = ~(1 << avoided)
    while todo:
        low = todo & -todo
        todo ^= low
        new = masks[low.bit_length() - 1] & kept & ~found
        found |= new
        todo |= new
    return found


_TESTS: dict[str, Callable[[Graph, int, int], Told]] = {
    "parent": _parent,
    "child": lambda graph, x, y: _parent(graph, y, x),
    "ancestor": _ancestor,
    "descendant": lambda graph, x, y: _ancestor(graph, y, x),
    "collider": _collider,
    "confounder": _confounder,
}


def relation_test(relation: str) -> Callable[[Graph, int, int], Told]:
    """Whether a relation holds between two variables of a graph, in each of its readings."""
    return _TESTS[relation]


def holds(graph: Graph, relation: str, reading: str, x: int, y: int) -> bool:
    """Does a relation hold in one reading?"""
    return _TESTS[relation](graph, x, y)[READINGS[relation].index(reading)]
