"""Target sets: variables that are intervened on together, for interventional equivalence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from symcause.errors import SymcauseError, UsageError
from symcause.models.bit_sets import bits
from symcause.models.dags import DAG

Targets: TypeAlias = Iterable[Iterable[str]]
"""A family of intervention targets; the observational regime need not be listed."""


def target_masks(dag: DAG, targets: Targets) -> tuple[int, ...]:
    """The target sets as bit sets, in the order given; unknown names are an error."""
    masks = []
    for position, target in enumerate(targets):
        if isinstance(target, str):
            raise UsageError(
                "a target is a set of names, not a single text",
                place=f"targets[{position}]",
                value=target,
                remedy=f"write ({target!r},)",
            )
        try:
            masks.append(dag.mask(str(name) for name in target))
        except SymcauseError as error:
            raise error.at(place=f"targets[{position}]") from None
    return tuple(masks)


def signatures(dag: DAG, targets: Targets) -> list[int]:
    """For each node, the numbers of the target sets that it lies in, as a bit set.

    An edge is cut by some target iff the signatures of its ends differ.
    """
    found = [0] * len(dag.nodes)
    for number, mask in enumerate(target_masks(dag, targets)):
        for node in bits(mask):
            found[node] |= 1 << number
    return found


def cut_edges(dag: DAG, targets: Targets) -> list[tuple[int, int]]:
    """The edges with exactly one end in some target set, as (cause, effect) positions."""
    seen = signatures(dag, targets)
    return [(a, b) for b, mask in enumerate(dag.parents) for a in bits(mask) if seen[a] != seen[b]]
