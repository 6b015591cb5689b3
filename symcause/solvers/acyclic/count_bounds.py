"""Count bounds: proven bounds on the number of acyclic choices.

Cut every component that is too large into blocks, in some order.

*At least*: the choices whose parents lie in the own block or in an earlier one. They are fewer, and their
components lie inside blocks, so they can be counted exactly.

*At most*: the choices with the parents in other blocks forgotten. A choice without a cycle has none inside
a block either, so nothing is lost; again components lie inside blocks.

Any blocks in any order are right: the numbers are exact counts of a part and of a superset, no estimates.
For the part, nodes come early that lose few of their choices by it; for the superset, nodes stand in one
block that may cause each other. The larger the blocks the closer the bounds.

>>> free = [{m: 1 for m in range(8) if not m >> v & 1} for v in range(3)]  # 25 DAGs of three nodes
>>> bounds_on(free, most=0)
Bounds(low=8, high=64)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from symcause.bounds.solvers_bounds import BOUND_STEPS, RECURSION_TERMS
from symcause.budgets import Meter
from symcause.errors import LimitError
from symcause.models.bit_sets import bits, mask_of
from symcause.solvers.acyclic.choice_weight import Choices, planned
from symcause.solvers.acyclic.cycle_components import Pieces
from symcause.solvers.acyclic.root_sets import Rooting

if TYPE_CHECKING:
    from symcause.solvers.acyclic.option_arrays import OptionArrays

_SIZES = (18, 14, 11, 8, 5, 3)  # nodes of a block, until it can be counted; then single nodes
_BATCH = 4  # nodes are placed together that lose at most this many times more than the best

Ordered = Sequence[int]
Nodes = Mapping[int, "OptionArrays"]

Cut = tuple[int, tuple[dict[int, int], int]]
"""A node, what it may choose in a cut, and how many parent sets that is without what is forgotten."""


class Bounds(Struct, frozen=True):
    """At least *low*, at most *high*."""

    low: int
    high: int


def bounds_on(
    choices: Choices,
    roots: int = 0,
    most: int = BOUND_STEPS,
    barred: int = 0,
    pieces: Pieces[int] | None = None,
    meter: Meter | None = None,
) -> Bounds:
    """Bounds on :func:`~.choice_weight.count_acyclic`; the components may be known.

    What they take is charged to a *meter*, which does not end it: they are what is left to say.
    """
    from symcause.solvers.acyclic.option_arrays import (
        OptionArrays,  # numpy, which counting never needs
    )

    known = pieces or Pieces(choices)
    hard = _hard(known, roots, most, barred)
    every = {v: OptionArrays(choices[v]) for component in hard for v in component}
    inside = {
        component: dict(zip(component, map(OptionArrays, options), strict=True))
        for component, options in known.components
        if component in hard
    }
    early = [_early(inside[c], _first_roots(known, c, roots, barred)) for c in hard]
    near = [_together(inside[component]) for component in hard]
    account = (meter or Meter()).account()
    low = _counted(_part, choices, every, early, roots, most, barred, account)
    high = _counted(_superset, choices, every, near, roots, most, barred, account)
    return Bounds(low, high)


def _hard(known: Pieces[int], roots: int, most: int, barred: int) -> list[tuple[int, ...]]:
    """The components that take more steps than this, each once."""
    try:
        parts = planned(known.choices, most, roots, barred, known).parts()
        return list(dict.fromkeys(part.component for part in parts if part.steps > most))
    except LimitError:
        return [component for component, _ in known.components if len(component) > 1]


def _counted(
    cut: Callable[[Nodes, Ordered, int], Iterator[Cut]],
    choices: Choices,
    nodes: Nodes,
    orders: Sequence[Ordered],
    roots: int,
    most: int,
    barred: int,
    account: Meter,
) -> int:
    """The count with the largest blocks that are within reach."""
    for size in (*_SIZES, 1):
        found, looked = list(choices), sum(map(len, choices))
        for v, (options, number) in (pair for order in orders for pair in cut(nodes, order, size)):
            looked += number - len(choices[v])
            found[v] = options
        bound = most if size > 1 else RECURSION_TERMS
        try:
            plan = planned(found, bound, roots, barred, looked=looked).within(bound)
            account.spend(plan.steps)
            return plan.total(1, {})
        except LimitError:
            if size == 1:
                raise
    raise AssertionError("blocks of one node are the last")


def _part(nodes: Nodes, order: Ordered, size: int) -> Iterator[Cut]:
    """The choices with parents in the own or an earlier block; the earlier ones close no cycle."""
    left = mask_of(order)
    for block in _blocks(order, size):
        own = mask_of(block)
        left &= ~own  # what comes later
        for v in block:
            yield v, nodes[v].cut(left, own)


def _superset(nodes: Nodes, order: Ordered, size: int) -> Iterator[Cut]:
    """The choices with parents in other blocks forgotten."""
    component = mask_of(order)
    for block in _blocks(order, size):
        kept = ~component | mask_of(block)
        for v in block:
            options, _ = nodes[v].cut(0, kept)
            yield v, (options, len(options))


def _blocks(order: Ordered, size: int) -> Iterator[Ordered]:
    return (order[at : at + size] for at in range(0, len(order), size))


def _first_roots(known: Pieces[int], component: tuple[int, ...], roots: int, barred: int) -> int:
    """A smallest root set of a component; the empty one where roots are not to be chosen, or not found."""
    if not roots:
        return 0
    rooting = Rooting(component, dict(known.components)[component], RECURSION_TERMS, barred)
    try:
        return next((start for k in range(roots + 1) for start in rooting.root_sets(k)), 0)
    except LimitError:
        return 0


def _early(inside: Nodes, placed: int) -> list[int]:
    """The nodes of a component, roots first, then those that keep the largest share of their choices."""
    order = bits(placed)
    while len(order) < len(inside):
        kept = {
            v: node.within(placed) / node.total
            for v, node in inside.items()
            if not placed >> v & 1 and node.total
        }
        best = max(kept.values(), default=0.0)
        if not best:  # nothing can be placed: whatever follows, the part is empty
            return order + [v for v in inside if not placed >> v & 1]
        batch = [v for v in sorted(kept, key=lambda v: (-kept[v], v)) if kept[v] * _BATCH >= best]
        order += batch
        placed |= mask_of(batch)
    return order


def _together(inside: Nodes) -> list[int]:
    """The nodes of a component such that those stand together that may cause each other."""
    share: dict[int, dict[int, float]] = {}
    for v, node in inside.items():
        share[v] = {p: node.held(p) / node.total if node.total else 0.0 for p in inside}
    first, *others = inside
    rest, order = set(others), [first]
    near = dict.fromkeys(inside, 0.0)
    while rest:
        last = order[-1]
        for v in rest:
            near[v] = near[v] / 2 + share[v][last] * share[last][v]
        order.append(max(rest, key=lambda v: (near[v], -v)))
        rest.discard(order[-1])
    return order
