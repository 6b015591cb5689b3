"""Acyclic choices: every node picks a parent set, weighted, and the picks must form a DAG.

``choices[i][mask]`` is the weight of "node *i* has exactly the parents in the bit set *mask*". This one
combinatorial core counts Boolean SCMs (weights: numbers of functions) and linear models alike.

*Counting.* Only strongly connected components of the potential-parent graph can hold a cycle, so the
total is a product over components, with masks projected onto the component. Inside one, let F(S) be
the weight of acyclic choices of the nodes in S with parents in S, and W_v(U) the weight of the
choices of v inside U. Inclusion–exclusion over the set T of sinks (Robinson 1973) gives

    F(S) = Σ_{∅≠T⊆S} (−1)^{|T|+1} F(S∖T) Π_{v∈T} W_v(S∖T),

pushed forward from reached sets only and over nodes whose factor is not zero.

*Sampling* is in :mod:`symcause.solvers.sampling`.

*Enumeration* fixes one node after the other; a partial choice can be completed iff the greedy closure
("place any node that has a choice among the placed") places every node, so the delay is polynomial.

>>> count_acyclic([{0: 1, 2: 1}, {0: 1, 1: 1}])  # two nodes: empty, 1→0 or 0→1, but not both
3
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from symcause.errors import LimitError

Choices = Sequence[Mapping[int, int]]

MAX_STEPS = 10_000_000
"""Most terms of the recursion; beyond it counting gives up with an error."""


def count_acyclic(choices: Choices) -> int:
    """The total weight of all acyclic choices."""
    total = 1
    for component in components(choices):
        total *= _count_component(project(choices, component))
        if not total:
            return 0
    return total


def exists_acyclic(choices: Choices) -> bool:
    """True if some acyclic choice has non-zero weight."""
    return len(greedy_order(choices)) == len(choices)


def placeable_without(choices: Choices, node: int) -> int:
    """The largest set of nodes that can be placed before *node*.

    If any acyclic choice exists at all, *node* can have exactly the parents S in one of them iff S
    is one of its choices and lies in this set.
    """
    return sum(1 << v for v in greedy_order(choices, skip=node))


def greedy_order(choices: Choices, skip: int | None = None) -> list[int]:
    """An order in which every node has a choice among its predecessors, as far as it goes."""
    placed, order = 0, list[int]()
    rest = [v for v in range(len(choices)) if v != skip]
    while True:
        ready = [v for v in rest if any(w and not mask & ~placed for mask, w in choices[v].items())]
        if not ready:
            return order
        for v in ready:
            placed |= 1 << v
        order += ready
        rest = [v for v in rest if not placed >> v & 1]


def components(choices: Choices) -> list[tuple[int, ...]]:
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
        work = [(start, bits(support[start]))]
        while work:
            v, parents = work[-1]
            if v not in index:
                index[v] = low[v] = len(index)
                stack.append(v)
                on_stack.add(v)
            for p in parents:
                if p not in index:
                    work.append((p, bits(support[p])))
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


def project(choices: Choices, component: Sequence[int]) -> list[dict[int, int]]:
    """The choices of a component's nodes, with parents outside forgotten and weights added up."""
    position = {v: i for i, v in enumerate(component)}
    inside = sum(1 << v for v in component)
    projected: list[dict[int, int]] = []
    for v in component:
        options: dict[int, int] = {}
        for mask, weight in choices[v].items():
            if weight:
                local = sum(1 << position[p] for p in bits(mask & inside))
                options[local] = options.get(local, 0) + weight
        projected.append(options)
    return projected


def reached_table(choices: Choices) -> dict[int, int]:
    """The recursion's reached entries F(S) for one component."""
    full = (1 << len(choices)) - 1
    within = Within(choices)
    levels: list[dict[int, int]] = [{} for _ in range(len(choices) + 1)]
    levels[0][0] = 1
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
            for extra, count, product in signed_products(factors):
                target = levels[size + count]
                key = placed | extra
                target[key] = target.get(key, 0) + total * product
    return {placed: total for level in levels for placed, total in level.items()}


def _count_component(choices: Choices) -> int:
    if len(choices) == 1:
        return choices[0].get(0, 0)
    return reached_table(choices).get((1 << len(choices)) - 1, 0)


def signed_products(factors: list[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """(set, size, (−1)^{size+1} Π factors) for every non-empty subset of the factors."""
    partial = [(0, 0, -1)]
    for bit, weight in factors:
        partial += [(s | bit, n + 1, -p * weight) for s, n, p in partial]
    yield from partial[1:]


class Within:
    """W_v(U): the weight of the choices of v that lie inside U."""

    def __init__(self, choices: Choices) -> None:
        self._options = [sorted(options.items()) for options in choices]
        self._support = [0] * len(choices)
        for v, options in enumerate(choices):
            for mask in options:
                self._support[v] |= mask
        self._known: list[dict[int, int]] = [{} for _ in choices]

    def __call__(self, v: int, placed: int) -> int:
        placed &= self._support[v]
        known = self._known[v]
        if placed not in known:
            known[placed] = sum(w for mask, w in self._options[v] if not mask & ~placed)
        return known[placed]


def enumerate_acyclic(
    choices: Choices, start: Sequence[int] | None = None
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


def bits(mask: int) -> list[int]:
    """The positions of the ones, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
