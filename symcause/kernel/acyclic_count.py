"""The count of acyclic choices, in the kernel's own code.

Every variable V picks one of its mechanisms; w_V(P) of them have exactly the parents P. Only inside a
strongly connected component of the potential-parent graph (U → V if some mechanism of V has U as a parent)
can a cycle arise, so the number of acyclic choices is a product over components C. There, let W_V(U) be
the number of mechanisms of V whose parents, as far as they are in C, lie in U, and F(S), for S ⊆ C, the
number of acyclic choices of the variables in S with parents inside S. Inclusion–exclusion over the set T
of sinks gives F(∅) = 1 and

    F(S) = Σ_{∅≠T⊆S} (−1)^{|T|+1} F(S∖T) Π_{V∈T} W_V(S∖T).

Only entries reached from ∅ by non-zero terms matter. Sets in a component are bit masks over its variables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from symcause.kernel.work import Work, product_steps

TERMS = "the terms of the recursion"
_TERM = 12  # steps of a term, without its product

Table = Mapping[int, int]
"""A number for every set that matters."""


class Within:
    """W_V(U): how many mechanisms of V have their parents, as far as in C, inside U."""

    def __init__(self, weights: Sequence[Table], modulus: int | None = None) -> None:
        self._weights, self._modulus = weights, modulus
        self._known: dict[tuple[int, int], int] = {}
        self._support = [0] * len(weights)
        longest = [max((w.bit_length() for w in table.values()), default=0) for table in weights]
        self._bytes = [length // 8 for length in longest]
        sized = zip(weights, longest, strict=True)
        self._steps = [10 + len(table) * (2 + length // 3_000) for table, length in sized]
        for v, table in enumerate(weights):
            for parents in table:
                self._support[v] |= parents

    def cut(self, term: int) -> int:
        return term if self._modulus is None else term % self._modulus

    def factors(self, placed: int, work: Work) -> list[tuple[int, int]]:
        """(bit of V, W_V(placed)) for every V that is not placed and whose factor is not 0."""
        work.spend(5 * len(self._weights), TERMS)
        factors: list[tuple[int, int]] = []
        for v, table in enumerate(self._weights):
            if placed >> v & 1:
                continue
            key = v, placed & self._support[v]
            if key not in self._known:
                work.spend(self._steps[v], "the sums of weights")
                work.hold(200 + self._bytes[v], "the sums of weights")
                inside = (weight for parents, weight in table.items() if not parents & ~placed)
                self._known[key] = sum(inside)
            if self._known[key]:
                factors.append((1 << v, self._known[key]))
        return factors


def sent(within: Within, placed: int, work: Work) -> Iterator[tuple[int, int]]:
    """(S ∪ T, (−1)^{|T|+1} Π_{V∈T} W_V(S)) for S = *placed* and every T where that is not 0."""
    waiting = [(placed, -1, within.factors(placed, work))]
    while waiting:
        reached, product, factors = waiting.pop()
        length = product.bit_length()
        for i, (bit, total) in enumerate(factors):
            work.spend(_TERM + 2 * product_steps(length, total.bit_length()), TERMS)
            if term := within.cut(-product * total):
                yield reached | bit, term
                waiting.append((reached | bit, term, factors[i + 1 :]))


def components(
    variables: Sequence[str], position: Mapping[str, int], weights: Callable[[str], Table]
) -> list[tuple[str, ...]]:
    """The strongly connected components of the potential-parent graph, by transitive closure.

    ``weights(V)`` has sets as bit masks over the positions; other parents cannot close a cycle.
    """
    inside = sum(1 << position[v] for v in variables)
    above = dict.fromkeys(variables, 0)
    for v in variables:
        for parents in weights(v):
            above[v] |= parents & inside
    for middle in variables:
        for v in variables:
            if above[v] >> position[middle] & 1:
                above[v] |= above[middle]
    found: list[tuple[str, ...]] = []
    for v in variables:
        if any(v in component for component in found):
            continue
        here = position[v]
        mutual = [
            u for u in variables if u == v or (above[v] >> position[u] & 1 and above[u] >> here & 1)
        ]
        found.append(tuple(mutual))
    return found


def projected(
    variables: Sequence[str], position: Mapping[str, int], weights: Callable[[str], Table]
) -> list[dict[int, int]]:
    """w_V(P) for the variables of a component: parents outside are forgotten, weights added up."""
    places = [position[name] for name in variables]
    tables: list[dict[int, int]] = []
    for name in variables:
        table: dict[int, int] = {}
        for parents, weight in weights(name).items():
            inside = sum((parents >> place & 1) << i for i, place in enumerate(places))
            table[inside] = table.get(inside, 0) + weight
        tables.append(table)
    return tables


def count_choices(tables: Sequence[Table], work: Work) -> int:
    """The number of acyclic choices by the recursion itself; *tables* have bit masks over all variables.

    >>> count_choices([{0: 1, 2: 1}, {0: 1, 1: 1}], Work())  # two variables: no edge, or one of two
    3
    """
    if not all(tables):
        return 0
    names = [str(i) for i in range(len(tables))]
    position = {name: i for i, name in enumerate(names)}

    def weights(name: str) -> Table:
        return tables[position[name]]

    total = 1
    for component in components(names, position, weights):
        within = Within(projected(component, position, weights))
        work.spend(2 << len(component), TERMS)
        full = (1 << len(component)) - 1
        entries = {0: 1}
        for placed in range(full):  # a set comes before every larger one
            value = entries.pop(placed, 0)
            for reached, factor in sent(within, placed, work) if value else ():
                work.spend(product_steps(value.bit_length(), factor.bit_length()), TERMS)
                entries[reached] = entries.get(reached, 0) + value * factor
        total *= entries.get(full, 0)
    return total


def some_choice(tables: Sequence[Table]) -> bool:
    """Is there an acyclic choice? Whatever can be placed is placed: that never hinders the others."""
    placed, waiting = 0, list(range(len(tables)))
    while waiting:
        ready = [v for v in waiting if any(not parents & ~placed for parents in tables[v])]
        if not ready:
            return False
        placed |= sum(1 << v for v in ready)
        waiting = [v for v in waiting if v not in ready]
    return True
