"""Root counts: a second opinion on sizes of equivalence classes, summed over the possible roots.

Every acyclic orientation of a connected chordal graph without induced colliders has exactly one source.
So their number is the sum over the nodes v of the number with source v; directing v's edges outwards and
drawing the consequences with the orientation rules leaves smaller chordal components, which are
independent. This is slow where clique picking is fast (a complete graph has 2^n subproblems), and it is
so simple that there is little to get wrong.

Reference: Y. He, J. Jia and B. Yu, JMLR 16 (2015), 2589-2609.

>>> count_by_roots((0b010, 0b101, 0b010), 0b111)
3
"""

from __future__ import annotations

from collections.abc import Sequence

from symcause.bounds.equivalence_bounds import ROOTED_DEPTH, ROOTED_SUBGRAPHS
from symcause.equivalence.orientation_rules import components, directed_from
from symcause.errors import LimitError
from symcause.models.bit_sets import bits


def count_by_roots(
    adjacent: Sequence[int], nodes: int, memory: dict[int, int] | None = None, depth: int = 0
) -> int:
    """The number of acyclic orientations without induced colliders of the connected part *nodes*."""
    memory = {} if memory is None else memory
    if nodes in memory:
        return memory[nodes]
    if len(memory) >= ROOTED_SUBGRAPHS or depth > ROOTED_DEPTH:
        raise LimitError(
            "the root-picking recursion is too large for this graph",
            remedy="use the engine 'cliquepicking'",
        )
    total = 0 if nodes & (nodes - 1) else 1
    for root in bits(nodes if total == 0 else 0):
        away = [(root, child) for child in bits(adjacent[root] & nodes)]
        _, left = directed_from(adjacent, nodes, away)
        size = 1
        for part in components(left, nodes):
            if part & (part - 1):
                size *= count_by_roots(adjacent, part, memory, depth + 1)
        total += size
    memory[nodes] = total
    return total
