"""Acyclic choices: every node picks a parent set, weighted, and the picks must form a DAG.

``choices[i][mask]`` is the weight of "node *i* has exactly the parents in the bit set *mask*". This one
combinatorial core counts Boolean SCMs (weights: numbers of functions) and linear models alike.

*Weights* may be of any commutative ring: whatever has ``+``, ``*``, negation, and is false if it is zero.
Integers count; polynomials cut off at a degree count by a further number, say of exceptions. Over another
ring than the integers, say what its *one* is.

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

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Generic, Protocol, Self, TypeVar

from symcause.errors import LimitError
from symcause.models.bits import bits, mask_of


class Weight(Protocol):
    """An element of a commutative ring; zero is false, everything else is true."""

    def __add__(self, other: Self, /) -> Self: ...
    def __mul__(self, other: Self, /) -> Self: ...
    def __neg__(self) -> Self: ...
    def __bool__(self) -> bool: ...


W = TypeVar("W", bound=Weight)

Weighted = Sequence[Mapping[int, W]]
"""For every node, the weights of its parent sets."""

Choices = Weighted[int]
"""The same with integer weights."""

MAX_STEPS = 10_000_000
"""Most terms of the recursion; beyond it counting gives up with an error."""


def count_acyclic(choices: Choices) -> int:
    """The total weight of all acyclic choices, over the integers."""
    return weigh_acyclic(choices, 1)


def weigh_acyclic(choices: Weighted[W], one: W) -> W:
    """The total weight of all acyclic choices, over the ring that has this *one*."""
    total = one
    for component in components(choices):
        total = total * _weigh_component(project(choices, component), one)
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


def components(choices: Weighted[W]) -> list[tuple[int, ...]]:
    """Strongly connected components of the potential-parent graph, parents first (Tarjan 1972)."""
    support = [0] * len(choices)
    for v, options in enumerate(choices):
        for mask, weight in options.items():
            if weight:
                support[v] |= mask
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    found: list[tuple[int, ...]] = []
    for start in range(len(choices)):
        if start in index:
            continue
        work = [(start, iter(bits(support[start])))]
        while work:
            v, parents = work[-1]
            if v not in index:
                index[v] = low[v] = len(index)
                stack.append(v)
                on_stack.add(v)
            for p in parents:
                if p not in index:
                    work.append((p, iter(bits(support[p]))))
                    break
                if p in on_stack:
                    low[v] = min(low[v], index[p])
            else:
                work.pop()
                if work:
                    above = work[-1][0]
                    low[above] = min(low[above], low[v])
                if low[v] == index[v]:
                    at = stack.index(v)
                    found.append(tuple(sorted(stack[at:])))
                    on_stack.difference_update(stack[at:])
                    del stack[at:]
    return found


def project(choices: Weighted[W], component: Sequence[int]) -> list[dict[int, W]]:
    """The choices of a component's nodes, with parents outside forgotten and weights added up."""
    position = {v: i for i, v in enumerate(component)}
    inside = mask_of(component)
    projected: list[dict[int, W]] = []
    for v in component:
        options: dict[int, W] = {}
        for mask, weight in choices[v].items():
            if weight:
                local = mask_of(position[p] for p in bits(mask & inside))
                options[local] = options[local] + weight if local in options else weight
        projected.append(options)
    return projected


def reached_table(choices: Weighted[W], one: W) -> dict[int, W]:
    """The recursion's reached entries F(S) for one component."""
    full = (1 << len(choices)) - 1
    within = Within(choices, one + -one)
    levels: list[dict[int, W]] = [{} for _ in range(len(choices) + 1)]
    levels[0][0] = one
    steps = 0
    for size, level in enumerate(levels):
        for placed, total in level.items():
            if not total:
                continue
            factors = [(1 << v, w) for v in bits(full & ~placed) if (w := within(v, placed))]
            steps += 1 << len(factors)
            if steps > MAX_STEPS:
                raise LimitError(
                    f"{len(choices)} variables that may cause each other: too many sets to count over",
                    remedy="more evidence or a smaller class makes fewer",
                )
            for extra, count, term in signed_products(factors, total):
                target = levels[size + count]
                key = placed | extra
                target[key] = target[key] + term if key in target else term
    return {placed: total for level in levels for placed, total in level.items()}


def _weigh_component(choices: Weighted[W], one: W) -> W:
    zero = one + -one
    if len(choices) == 1:
        return choices[0].get(0, zero)
    return reached_table(choices, one).get((1 << len(choices)) - 1, zero)


def signed_products(factors: list[tuple[int, W]], start: W) -> Iterator[tuple[int, int, W]]:
    """(set, size, (−1)^{size+1} start Π factors) for every non-empty subset of the factors."""
    partial = [(0, 0, -start)]
    for bit, weight in factors:
        partial += [(s | bit, n + 1, -p * weight) for s, n, p in partial]
    yield from partial[1:]


class Within(Generic[W]):
    """W_v(U): the weight of the choices of v that lie inside U."""

    def __init__(self, choices: Weighted[W], zero: W) -> None:
        self._zero = zero
        self._options = [list(options.items()) for options in choices]
        self._support = [0] * len(choices)
        for v, options in enumerate(choices):
            for mask in options:
                self._support[v] |= mask
        self._known: list[dict[int, W]] = [{} for _ in choices]

    def __call__(self, v: int, placed: int) -> W:
        placed &= self._support[v]
        known = self._known[v]
        if placed not in known:
            inside = (w for mask, w in self._options[v] if not mask & ~placed)
            known[placed] = sum(inside, start=self._zero)
        return known[placed]


def enumerate_acyclic(
    choices: Weighted[W], start: Sequence[int] | None = None
) -> Iterator[tuple[int, ...]]:
    """Every acyclic choice of non-zero weight, as one mask a node, in lexicographic order.

    With *start*, only those not before it.
    """
    options = [sorted(mask for mask, w in o.items() if w) for o in choices]
    fixed: list[dict[int, int]] = [dict.fromkeys(o, 1) for o in options]
    if exists_acyclic(fixed):
        yield from _enumerate(options, fixed, (), start)


def _enumerate(
    options: list[list[int]],
    fixed: list[dict[int, int]],
    chosen: tuple[int, ...],
    start: Sequence[int] | None,
) -> Iterator[tuple[int, ...]]:
    v = len(chosen)
    if v == len(options):
        yield chosen
        return
    free = fixed[v]
    for mask in options[v]:
        if start is not None and mask < start[v]:
            continue
        fixed[v] = {mask: 1}
        if exists_acyclic(fixed):
            on_edge = start if start is not None and mask == start[v] else None
            yield from _enumerate(options, fixed, (*chosen, mask), on_edge)
    fixed[v] = free
