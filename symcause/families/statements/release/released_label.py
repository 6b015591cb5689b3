"""The released label: what the released generator of statements says of an item of its own.

It needs the place of the class in the release: the key of an item names it, and its premise must be that of
the first DAG of the class, with the variables in their order.

>>> named_class("num_nodes=4__mec_id=8__node_i=0__node_j=2__causal_relation=parent"), named_class("item-7")
(4, None)
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import combinations

from symcause.families.statements.problem.problem import Premise, StatementsProblem
from symcause.families.statements.release.released_generator import (
    RELATIONS,
    SLIPS,
    Class,
    Edges,
    Listed,
    orders_of,
    renamed,
)
from symcause.families.statements.space.faithful_dags import faithful

MOST = 6
"""Variables of the largest system that the generator was run with."""

CAUSES = {
    "inverse": "the generator looks up relations under a renaming instead of under its inverse",
    "leg": "the generator finds only confounders whose second leg is a single edge",
    "bit": "the generator misses members of the class: it tests the wrong bit for descendants",
}
"""What each slip of the generator does, as errata state it."""

_KEY = re.compile(r"(?:num_nodes=|gen-n)(?P<size>[0-9]+)(?:__|-)mec(?:_id=)?[0-9]+(?:__|-|$)")
_TURNED = {"parent": "child", "ancestor": "descendant", "child": "parent", "descendant": "ancestor"}


@lru_cache(maxsize=2)
def named_class(key: str) -> int | None:
    """How many variables the class has that the key of an item names; None: it names none."""
    match = _KEY.match(key)
    return None if match is None else int(match["size"])


def released_label(
    problem: StatementsProblem, slips: frozenset[str] = frozenset(SLIPS)
) -> int | None:
    """The label by the generator with these slips; None where the item is not at its place."""
    size = len(problem.variables)
    if not problem.complete or size > MOST or named_class(problem.id) != size:
        return None
    found = _counted(problem.premise, slips)
    if found is None:
        return None
    (x, y), relation = problem.asked, problem.hypothesis.relation
    if x > y:
        x, y, relation = y, x, _TURNED.get(relation, relation)
    return int(found.counts[x, y, RELATIONS.index(relation)] == found.members)


def slip_of(problem: StatementsProblem, label: int) -> str | None:
    """Which slip of the generator makes its label another one than this; None: not known."""
    if released_label(problem) in (None, label):
        return None
    for slip in SLIPS:
        if released_label(problem, frozenset(SLIPS) - {slip}) == label:
            return CAUSES[slip]
    if released_label(problem, frozenset()) == label:
        return "more than one slip of the generator"
    return None


@lru_cache(maxsize=16)
def _counted(premise: Premise, slips: frozenset[str]) -> Class | None:
    """The class of a premise with its counts; None if the premise is not that of its first DAG."""
    size, shapes = premise.size, dict[int, list[tuple[int, ...]]]()
    for member in faithful(premise).members:
        code, order = _smallest(member.edges, size)
        shapes.setdefault(code, []).append(order)
    first, every = None, frozenset(SLIPS)
    for code in sorted(shapes):  # the first that the generator takes for a member
        first = _numbered_dag(code, size, every)
        if renamed(first.independent, shapes[code][0], size) == premise.independent:
            break
    if first is None or first.independent != premise.independent:
        return None
    found = Class(first)
    for code, orders in shapes.items():
        listed = _numbered_dag(code, size, slips)
        if renamed(listed.independent, orders[0], size) == premise.independent:
            for order in orders:
                found.count(listed, order, slips)
    return found


@cache
def _places(size: int) -> dict[tuple[int, int], int]:
    return {pair: 1 << at for at, pair in enumerate(combinations(range(size), 2))}


def _smallest(edges: tuple[tuple[int, int], ...], size: int) -> tuple[int, tuple[int, ...]]:
    """What stands for a DAG up to names, and the first renaming that makes the DAG of it.

    It is the least of all numbers of DAGs like it whose edges go from low to high.
    """
    above, number = [0] * size, _places(size)
    for a, b in edges:
        above[b] |= 1 << a
    best, orders = 1 << len(number), list[tuple[int, ...]]()
    for named in orders_of(above, size):
        code = sum(number[named[a], named[b]] for a, b in edges)
        if code <= best:
            back = tuple(named.index(v) for v in range(size))
            best, orders = code, [*orders, back] if code == best else [back]
    return best, min(orders)


@lru_cache(maxsize=64)
def _numbered_dag(code: int, size: int, slips: frozenset[str]) -> Listed:
    """The DAG of a number, as the generator with these slips sees it."""
    edges: Edges = tuple(pair for pair, bit in _places(size).items() if code & bit)
    return Listed(edges, size, slips)
