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

from msgspec import Struct

from symcause.errors import LimitError
from symcause.models.bit_sets import bits, mask_of
from symcause.solvers.acyclic.choice_weight import MAX_STEPS, Choices, count_acyclic, planned
from symcause.solvers.acyclic.cycle_components import components, within_component
from symcause.solvers.acyclic.root_sets import Rooting

MOST_STEPS = 300_000
"""Most steps of one count of a part or of a superset."""

_SIZES = (18, 14, 11, 8, 5, 3)  # nodes of a block, until it can be counted; then single nodes
_BATCH = 4  # nodes are placed together that lose at most this many times more than the best

Ordered = Sequence[int]


class Bounds(Struct, frozen=True):
    """At least *low*, at most *high*."""

    low: int
    high: int


def bounds_on(choices: Choices, roots: int = 0, most: int = MOST_STEPS, barred: int = 0) -> Bounds:
    """Bounds on :func:`~.choice_weight.count_acyclic`."""
    hard = _hard(choices, roots, most, barred)
    early = [_early(choices, component, roots, barred) for component in hard]
    near = [_together(choices, component) for component in hard]
    low = _counted(_part, choices, early, roots, most, barred)
    high = _counted(_superset, choices, near, roots, most, barred)
    return Bounds(low, high)


def _hard(choices: Choices, roots: int, most: int, barred: int) -> list[tuple[int, ...]]:
    """The components that take more steps than this, each once."""
    try:
        parts = planned(choices, most, roots, barred).parts()
        return list(dict.fromkeys(part.component for part in parts if part.steps > most))
    except LimitError:
        return [component for component in components(choices) if len(component) > 1]


def _counted(
    cut: Callable[[Choices, Sequence[Ordered], int], Choices],
    choices: Choices,
    orders: Sequence[Ordered],
    roots: int,
    most: int,
    barred: int,
) -> int:
    """The count with the largest blocks that are within reach."""
    for size in _SIZES:
        try:
            return count_acyclic(cut(choices, orders, size), most, roots, barred)
        except LimitError:
            continue
    return count_acyclic(cut(choices, orders, 1), MAX_STEPS, roots, barred)


def _part(choices: Choices, orders: Sequence[Ordered], size: int) -> Choices:
    """The choices with parents in the own or an earlier block."""
    found = list(choices)
    for order in orders:
        left = mask_of(order)
        for block in _blocks(order, size):
            left &= ~mask_of(block)  # what comes later
            for v in block:
                found[v] = {mask: w for mask, w in choices[v].items() if not mask & left}
    return found


def _superset(choices: Choices, orders: Sequence[Ordered], size: int) -> Choices:
    """The choices with parents in other blocks forgotten."""
    found = list(choices)
    for order in orders:
        component = mask_of(order)
        for block in _blocks(order, size):
            kept = ~component | mask_of(block)
            for v in block:
                options: dict[int, int] = {}
                for mask, weight in choices[v].items():
                    options[mask & kept] = options.get(mask & kept, 0) + weight
                found[v] = options
    return found


def _blocks(order: Ordered, size: int) -> Iterator[Ordered]:
    return (order[at : at + size] for at in range(0, len(order), size))


def _first_roots(
    component: Sequence[int], inside: Mapping[int, Mapping[int, int]], roots: int, barred: int
) -> int:
    """A smallest root set of a component; the empty one where roots are not to be chosen, or not found."""
    rooting = Rooting(component, list(inside.values()), MAX_STEPS, barred)
    try:
        found = (start for k in range(roots + 1) for start in rooting.found(k))
        return next(found, 0) if roots else 0
    except LimitError:
        return 0


def _early(choices: Choices, component: Sequence[int], roots: int, barred: int) -> list[int]:
    """The nodes of a component, roots first, then those that keep the largest share of their choices."""
    inside = dict(zip(component, within_component(choices, component), strict=True))
    placed = _first_roots(component, inside, roots, barred)
    order = bits(placed)
    total = {v: sum(options.values()) for v, options in inside.items()}
    while len(order) < len(inside):
        kept = {
            v: sum(w for mask, w in options.items() if not mask & ~placed) / total[v]
            for v, options in inside.items()
            if not placed >> v & 1 and total[v]
        }
        best = max(kept.values(), default=0.0)
        if not best:  # nothing can be placed: whatever follows, the part is empty
            return order + [v for v in inside if not placed >> v & 1]
        batch = [v for v in sorted(kept, key=lambda v: (-kept[v], v)) if kept[v] * _BATCH >= best]
        order += batch
        placed |= mask_of(batch)
    return order


def _together(choices: Choices, component: Sequence[int]) -> list[int]:
    """The nodes of a component such that those stand together that may cause each other."""
    inside = within_component(choices, component)
    share: dict[int, dict[int, float]] = {}
    for v, options in zip(component, inside, strict=True):
        held = dict.fromkeys(component, 0)
        for mask, weight in options.items():
            for p in bits(mask):
                held[p] += weight
        total = sum(options.values())
        share[v] = {p: weight / total if total else 0.0 for p, weight in held.items()}
    rest, order = set(component), [component[0]]
    rest.discard(component[0])
    near = dict.fromkeys(component, 0.0)
    while rest:
        last = order[-1]
        for v in rest:
            near[v] = near[v] / 2 + share[v][last] * share[last][v]
        order.append(max(rest, key=lambda v: (near[v], -v)))
        rest.discard(order[-1])
    return order
