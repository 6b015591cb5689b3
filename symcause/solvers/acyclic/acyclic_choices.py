"""Acyclic choices: every node picks a parent set, and the picks form no cycle.

``choices[i][mask]`` is the weight of "node *i* has exactly the parents in the bit set *mask*". This one
combinatorial core counts Boolean SCMs (weights: numbers of functions) and linear models alike.

*Counting* is in :mod:`symcause.solvers.acyclic.choice_weight`, *sampling* in
:mod:`symcause.solvers.acyclic.choice_sampler`.

*What occurs.* Let E be the largest set of nodes that can be placed without *v*. If there is any acyclic
choice at all, the parent sets that *v* has in some of them are exactly its choices inside E.

*Enumeration* fixes one node after the other; a partial choice can be completed iff the greedy closure
("place any node that has a choice among the placed") places every node, so the delay is polynomial.

>>> list(enumerate_acyclic([{0: 1, 2: 1}, {0: 1, 1: 1}]))  # empty, 0→1 or 1→0, but not both
[(0, 0), (0, 1), (2, 0)]
>>> live([{0: 1, 2: 1}, {1: 1}], 0), edge_statuses([{0: 1, 2: 1}, {1: 1}])
((0,), [(0, 0), (1, 1)])
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from symcause.models.bit_sets import bits, mask_of
from symcause.solvers.acyclic.subset_sums import W, Weighted


def exists_acyclic(choices: Weighted[W]) -> bool:
    """True if there is an acyclic choice without a weight that is zero."""
    return len(greedy_order(choices)) == len(choices)


def live(choices: Weighted[W], node: int) -> tuple[int, ...]:
    """The parent sets that *node* has in some acyclic choice, ascending."""
    earlier = greedy_order(choices, skip=node)
    placed = mask_of(earlier)
    masks = sorted(mask for mask, w in choices[node].items() if w and not mask & ~placed)
    if not masks or len(greedy_order(choices, placed=placed | 1 << node)) < len(choices):
        return ()
    return tuple(masks)


def edge_statuses(choices: Weighted[W]) -> list[tuple[int, int]]:
    """For every node: its parents in some, and its parents in every acyclic choice.

    Both are empty if there is no acyclic choice at all.
    """
    if not exists_acyclic(choices):
        return [(0, 0)] * len(choices)
    statuses = []
    for node in range(len(choices)):
        placed = placeable_without(choices, node)
        some, every = 0, -1
        for mask, weight in choices[node].items():
            if weight and not mask & ~placed:
                some |= mask
                every &= mask
        statuses.append((some, every))
    return statuses


def restricted(choices: Weighted[W], node: int, masks: Collection[int]) -> list[Mapping[int, W]]:
    """The same choices, where *node* must take one of these parent sets."""
    kept = {mask: weight for mask, weight in choices[node].items() if mask in masks}
    return [kept if v == node else options for v, options in enumerate(choices)]


def placeable_without(choices: Weighted[W], node: int) -> int:
    """The largest set of nodes that can be placed before *node*."""
    return mask_of(greedy_order(choices, skip=node))


def greedy_order(choices: Weighted[W], skip: int | None = None, placed: int = 0) -> list[int]:
    """An order in which every node has a choice among its predecessors, as far as it goes.

    It begins with the nodes that are *placed* already; *skip* is left out.
    """
    order = bits(placed)
    rest = [v for v in range(len(choices)) if v != skip and not placed >> v & 1]
    while True:
        ready, outside = [], ~placed
        for v in rest:
            for mask, weight in choices[v].items():
                if not mask & outside and weight:
                    ready.append(v)
                    break
        if not ready:
            return order
        for v in ready:
            placed |= 1 << v
        order += ready
        rest = [v for v in rest if not placed >> v & 1]


def enumerate_acyclic(
    choices: Weighted[W],
    start: Sequence[int] | None = None,
    tried: Callable[[], None] | None = None,
    offered: Callable[[tuple[int, ...]], Sequence[int]] | None = None,
) -> Iterator[tuple[int, ...]]:
    """Every acyclic choice of non-zero weight, as one mask per node, in lexicographic order.

    With *start*, only those not before it. *tried* is called for every parent set that is tried. What
    the next node may take after the first ones have chosen can be *offered*: some of its sets, ascending.
    """
    options = [sorted(mask for mask, w in o.items() if w) for o in choices]
    fixed: list[dict[int, int]] = [dict.fromkeys(o, 1) for o in options]
    if exists_acyclic(fixed):
        yield from _enumerate(
            offered or (lambda chosen: options[len(chosen)]), fixed, (), start, tried
        )


def _enumerate(
    offered: Callable[[tuple[int, ...]], Sequence[int]],
    fixed: list[dict[int, int]],
    chosen: tuple[int, ...],
    start: Sequence[int] | None,
    tried: Callable[[], None] | None,
) -> Iterator[tuple[int, ...]]:
    v = len(chosen)
    if v == len(fixed):
        yield chosen
        return
    free = fixed[v]
    for mask in offered(chosen):
        if start is not None and mask < start[v]:
            continue
        if tried is not None:
            tried()
        fixed[v] = {mask: 1}
        if exists_acyclic(fixed):
            on_edge = start if start is not None and mask == start[v] else None
            yield from _enumerate(offered, fixed, (*chosen, mask), on_edge, tried)
    fixed[v] = free
