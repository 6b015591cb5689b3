"""A pair network: any joint distribution of two variables on any graph that joins them.

One variable, the last that both descend from, is the source. Its value travels unchanged along one path to
each of the two; all other arrows are ignored, and all other variables are fair coins.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise, product

from symcause.families.cpt.models.back_doors import ancestors
from symcause.families.cpt.models.network import Network, binary
from symcause.models.bit_sets import bits
from symcause.models.dags import DAG

HALF = Fraction(1, 2)


def filled(dag: DAG, known: Mapping[str, tuple[tuple[str, ...], tuple[Fraction, ...]]]) -> Network:
    """The network in which some tables look at some parents, and all other variables are fair coins.

    *known*: for a variable the parents that it looks at and its entries, the first of them outermost.
    """
    ones = {}
    for i, name in enumerate(dag.nodes):
        parents = [dag.nodes[j] for j in bits(dag.parents[i])]
        looked, entries = known.get(name, ((), (HALF,)))
        at = dict(zip(product((0, 1), repeat=len(looked)), entries, strict=True))
        places = [parents.index(parent) for parent in looked]
        ones[name] = tuple(
            at[tuple(values[k] for k in places)] for values in product((0, 1), repeat=len(parents))
        )
    return binary(dag, ones)


def joined(dag: DAG, x: str, y: str) -> str | None:
    """The last variable that two descend from, perhaps one of them; None: they are independent."""
    common = ancestors(dag, (x,)) & ancestors(dag, (y,))
    order = [i for i in dag.order if common >> i & 1]
    return dag.nodes[order[-1]] if order else None


def _path(dag: DAG, start: str, end: str) -> list[str]:
    """The variables on a directed path, both ends among them."""
    above = ancestors(dag, (end,))
    path = [dag.index[start]]
    while path[-1] != dag.index[end]:
        path.append(next(child for child in bits(dag.children[path[-1]]) if above >> child & 1))
    return [dag.nodes[i] for i in path]


def pair_network(
    dag: DAG, x: str, y: str, share: Fraction, given: tuple[Fraction, Fraction]
) -> Network | None:
    """A network with P(x) and P(y | x); None if the graph makes the two independent and they are not."""
    source = joined(dag, x, y)
    if source is None:
        if given[0] != given[1]:
            return None
        return filled(dag, {x: ((), (share,)), y: ((), (given[0],))})
    known: dict[str, tuple[tuple[str, ...], tuple[Fraction, ...]]] = {}
    if source == y:
        total = share * given[1] + (1 - share) * given[0]
        known[y] = ((), (total,))
        hits = (share * (1 - given[1]), share * given[1])
        shares = (1 - total, total)
        back = [hit / mass if mass else HALF for hit, mass in zip(hits, shares, strict=True)]
        ends = ((x, (back[0], back[1])),)
    else:
        known[source] = ((), (share,))
        copies = () if source == x else ((x, (Fraction(0), Fraction(1))),)
        ends = (*copies, (y, given))
    for end, entries in ends:
        path = _path(dag, source, end)
        for before, name in pairwise(path):
            last = name == end
            known[name] = ((before,), entries if last else (Fraction(0), Fraction(1)))
    return filled(dag, known)
