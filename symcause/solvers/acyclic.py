"""Acyclic choices: every node picks a parent set, weighted, and the picks must form a DAG.

``choices[i][mask]`` is the weight of "node *i* has exactly the parents in the bit set *mask*". This one
combinatorial core counts Boolean SCMs (weights: numbers of functions) and linear models alike.

*Weights* may be of any commutative ring (:class:`~symcause.solvers.subset_sums.Weight`): integers count,
polynomials cut off at a degree count by a further number, say of exceptions. Over another ring than the
integers, say what its *one* is.

*Counting.* Only strongly connected components of the potential-parent graph can hold a cycle, so the
total is a product over components, with masks projected onto the component. Inside one, let F(S) be
the weight of acyclic choices of the nodes in S with parents in S, and W_v(U) the weight of the
choices of v inside U. Inclusion–exclusion over the set T of sinks (Robinson 1973) gives

    F(S) = Σ_{∅≠T⊆S} (−1)^{|T|+1} F(S∖T) Π_{v∈T} W_v(S∖T),

pushed forward from reached sets only and over nodes whose factor is not zero.

*Sampling* is in :mod:`symcause.solvers.sampling`.

*What occurs.* Let E be the largest set of nodes that can be placed without *v*. If there is any acyclic
choice at all, the parent sets that *v* has in some of them are exactly its choices inside E.

*Enumeration* fixes one node after the other; a partial choice can be completed iff the greedy closure
("place any node that has a choice among the placed") places every node, so the delay is polynomial.

>>> count_acyclic([{0: 1, 2: 1}, {0: 1, 1: 1}])  # two nodes: empty, 1→0 or 0→1, but not both
3
>>> live([{0: 1, 2: 1}, {1: 1}], 0), edge_statuses([{0: 1, 2: 1}, {1: 1}])
((0,), [(0, 0), (1, 1)])
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from symcause.errors import LimitError
from symcause.models.bits import bits, mask_of
from symcause.solvers.components import components, within_component
from symcause.solvers.reached import steps
from symcause.solvers.subset_sums import W, Weighted, Within

Choices = Weighted[int]
"""For every node, its parent sets with integer weights."""

MAX_STEPS = 10_000_000
"""Most terms of the recursion; beyond it counting is not begun (:mod:`symcause.solvers.reached`)."""

_PREPARED = 4  # terms in the time that one parent set takes before the recursion begins
_NODE = 30  # and in the time that one node takes
_SMALL = 3**7  # terms that are counted without asking how many they are


def count_acyclic(choices: Choices, most: int = MAX_STEPS) -> int:
    """The total weight of all acyclic choices, over the integers."""
    return weigh_acyclic(choices, 1, most)


def weigh_acyclic(choices: Weighted[W], one: W, most: int = MAX_STEPS) -> W:
    """The total weight of all acyclic choices, over the ring that has this *one*.

    Raises LimitError before the work if it has more than so many steps.
    """
    counting_steps(choices, most)
    if not all(choices):
        return one + -one
    total = one
    for component in components(choices):
        total = total * _weigh_component(choices, component, one)
        if not total:
            break
    return total


def exists_acyclic(choices: Weighted[W]) -> bool:
    """True if there is an acyclic choice without a weight that is zero."""
    return len(greedy_order(choices)) == len(choices)


def live(choices: Weighted[W], node: int) -> tuple[int, ...]:
    """The parent sets that *node* has in some acyclic choice, ascending."""
    earlier = greedy_order(choices, skip=node)
    placed = mask_of(earlier)
    found = sorted(mask for mask, w in choices[node].items() if w and not mask & ~placed)
    if not found or len(greedy_order(choices, placed=placed | 1 << node)) < len(choices):
        return ()
    return tuple(found)


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
        ready = [v for v in rest if any(w and not mask & ~placed for mask, w in choices[v].items())]
        if not ready:
            return order
        for v in ready:
            placed |= 1 << v
        order += ready
        rest = [v for v in rest if not placed >> v & 1]


def least_steps(choices: Weighted[W]) -> int:
    """What counting takes for its preparation alone: every parent set is looked at a few times."""
    if not all(choices):
        return 0  # a node without a choice: there is nothing to count
    return _PREPARED * sum(map(len, choices)) + _NODE * len(choices)


def counting_steps(choices: Weighted[W], most: int = MAX_STEPS) -> int:
    """How many terms counting takes, found without counting; raises LimitError beyond *most*.

    It is exact up to weights that cancel, which can only make it fewer.
    """
    total = least_steps(choices)
    for component in components(choices) if total else ():
        size = len(component)
        if size == 1:
            continue
        if 3**size <= _SMALL:
            total += 3**size
        else:
            inside = within_component(choices, component)
            total += steps([1 << v for v in component], inside, most - total)
        if total > most:
            raise LimitError(
                f"{size} variables that may cause each other: too many sets to count over",
                remedy="more evidence or a smaller class makes fewer",
            )
    return total


def _weigh_component(choices: Weighted[W], component: Sequence[int], one: W) -> W:
    """The recursion, level by level; a level that was pushed forward is forgotten."""
    inside = within_component(choices, component)
    if len(component) == 1:
        return inside[0].get(0, one + -one)
    full = mask_of(component)
    within = Within(inside, one + -one)
    totals: dict[int, W] = {0: one}
    levels: list[list[int]] = [[0], *([] for _ in component)]
    for level in levels[:-1]:
        for placed in level:
            total = totals.pop(placed)
            if not total:
                continue
            sets, terms = [placed], [-total]
            for i, v in enumerate(component):
                if not placed >> v & 1 and (weight := within(i, placed)):
                    bit, factor = 1 << v, -weight
                    sets += [s | bit for s in sets]
                    terms += [term * factor for term in terms]
            for reached, term in zip(sets[1:], terms[1:], strict=True):
                if reached in totals:
                    totals[reached] = totals[reached] + term
                else:
                    totals[reached] = term
                    levels[(reached & full).bit_count()].append(reached)
        level.clear()
    return totals.get(full, one + -one)


def enumerate_acyclic(
    choices: Weighted[W],
    start: Sequence[int] | None = None,
    tried: Callable[[], None] | None = None,
) -> Iterator[tuple[int, ...]]:
    """Every acyclic choice of non-zero weight, as one mask a node, in lexicographic order.

    With *start*, only those not before it. *tried* is called for every parent set that is tried.
    """
    options = [sorted(mask for mask, w in o.items() if w) for o in choices]
    fixed: list[dict[int, int]] = [dict.fromkeys(o, 1) for o in options]
    if exists_acyclic(fixed):
        yield from _enumerate(options, fixed, (), start, tried)


def _enumerate(
    options: list[list[int]],
    fixed: list[dict[int, int]],
    chosen: tuple[int, ...],
    start: Sequence[int] | None,
    tried: Callable[[], None] | None,
) -> Iterator[tuple[int, ...]]:
    v = len(chosen)
    if v == len(options):
        yield chosen
        return
    free = fixed[v]
    for mask in options[v]:
        if start is not None and mask < start[v]:
            continue
        if tried is not None:
            tried()
        fixed[v] = {mask: 1}
        if exists_acyclic(fixed):
            on_edge = start if start is not None and mask == start[v] else None
            yield from _enumerate(options, fixed, (*chosen, mask), on_edge, tried)
    fixed[v] = free
