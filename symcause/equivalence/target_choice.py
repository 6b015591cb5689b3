"""The choice of the next target: which variable to intervene on to split an equivalence class best.

Intervening on v directs the undirected edges at v. Its possible outcomes are the parent sets P of v among
its undirected neighbours: exactly the cliques, the empty one included. An outcome leaves the members that
agree with it; directing v's edges and drawing the consequences gives the new components, and clique
picking gives their sizes. For every v: the largest class that can be left, and the expected size when all
members are equally likely (the sum of the squared sizes over the size of the class).

The cliques around v can be exponentially many in the size of the largest one. Neighbours that have the
same neighbourhood are interchangeable, so only their number matters: a complete graph on n nodes has n
cases, not 2^(n-1). Beyond :data:`TARGET_OUTCOMES` cases the question is refused.

References: Y. He and Z. Geng, JMLR 9 (2008), 2523-2547; A. Hauser and P. Bühlmann, IJAR 55 (2014).

>>> from symcause.models.dags import DAG
>>> best = next_target(DAG.of([("A", "B"), ("B", "C"), ("C", "D")]))
>>> best.worst_case.variable, best.worst_case.worst, str(best.worst_case.expected)
('B', 2, '3/2')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial, prod

from symcause.bounds.equivalence_bounds import TARGET_OUTCOMES
from symcause.equivalence.class_sizes import induced
from symcause.equivalence.essential_graphs import EssentialGraph, Graph, essential_graph
from symcause.equivalence.orientation_rules import components, directed_from
from symcause.equivalence.target_sets import Targets
from symcause.errors import LimitError, ProblemError, SymcauseError, did_you_mean
from symcause.models.bit_sets import bits
from symcause.models.variable_names import natural_key
from symcause.solvers.chordal_graphs import count_orientations


@dataclass(frozen=True)
class TargetValue:
    """What an intervention on one variable achieves."""

    variable: str
    outcomes: int
    worst: int
    expected: Fraction


@dataclass(frozen=True)
class NextTarget:
    """Every variable that can split the class, and the best by either measure (None: nothing to split).

    Ties: the other measure, then the natural order of the names.
    """

    size: int
    values: tuple[TargetValue, ...]
    worst_case: TargetValue | None
    expected: TargetValue | None


def next_target(
    graph: Graph, targets: Targets = (), *, candidates: Iterable[str] | None = None
) -> NextTarget:
    """The best single-variable target after *targets*, among *candidates* (default: all variables)."""
    essential = essential_graph(graph, targets)
    allowed = _allowed(essential, candidates)
    parts = []
    for component in essential.components:
        adjacency, nodes = induced(essential.neighbours, component)
        sizes = _Sizes(adjacency)
        parts.append((adjacency, nodes, sizes, sizes.count((1 << len(nodes)) - 1)))
    size = prod(part[3] for part in parts)
    values = []
    for adjacency, nodes, sizes, count in parts:
        rest = size // count
        known: dict[int, tuple[int, int, int]] = {}
        for place, node in enumerate(nodes):
            if node not in allowed:
                continue
            twins = adjacency[place] | 1 << place  # equal for variables that a symmetry exchanges
            if twins not in known:
                known[twins] = _evaluate(adjacency, place, sizes, essential.nodes[node])
            cases, worst, squares = known[twins]
            expected = Fraction(rest * squares, count)
            values.append(TargetValue(essential.nodes[node], cases, rest * worst, expected))
    return best_targets(size, values)


def best_targets(size: int, values: Iterable[TargetValue]) -> NextTarget:
    """Values in the order of their variables, and the best by either measure, ties by the other."""
    ordered = tuple(sorted(values, key=lambda value: natural_key(value.variable)))
    return NextTarget(
        size,
        ordered,
        min(ordered, key=lambda v: (v.worst, v.expected), default=None),
        min(ordered, key=lambda v: (v.expected, v.worst), default=None),
    )


def _allowed(essential: EssentialGraph, candidates: Iterable[str] | None) -> set[int]:
    index = {name: i for i, name in enumerate(essential.nodes)}
    if candidates is None:
        return set(index.values())
    names = [str(name) for name in candidates]
    for name in names:
        if name not in index:
            raise ProblemError(
                "the graph has no such node", value=name, remedy=did_you_mean(name, index)
            )
    return {index[name] for name in names}


class _Sizes:
    """Counts of orientations for parts of one component, each computed once."""

    def __init__(self, adjacency: Sequence[int]) -> None:
        self._adjacency = adjacency
        self._known: dict[int, int] = {}

    def count(self, part: int) -> int:
        if part not in self._known:
            adjacency, nodes = induced(self._adjacency, part)
            complete = all(mask.bit_count() == len(nodes) - 1 for mask in adjacency)
            self._known[part] = factorial(len(nodes)) if complete else count_orientations(adjacency)
        return self._known[part]


def _evaluate(
    adjacency: Sequence[int], node: int, sizes: _Sizes, name: str
) -> tuple[int, int, int]:
    """Number of outcomes, largest remaining count and sum of squared counts within the component."""
    whole = (1 << len(adjacency)) - 1
    cases = worst = squares = total = 0
    for parents, weight in _outcomes(adjacency, node, name):
        edges = [(p, node) for p in bits(parents)]
        edges += [(node, child) for child in bits(adjacency[node] & ~parents)]
        _, left = directed_from(adjacency, whole, edges)
        joined = sum(1 << i for i, mask in enumerate(left) if mask)
        size = prod(sizes.count(part) for part in components(left, joined))
        cases += weight
        worst = max(worst, size)
        squares += weight * size * size
        total += weight * size
    if total != sizes.count(whole):
        raise SymcauseError("the outcomes of a target do not add up to the class", value=name)
    return cases, worst, squares


def _outcomes(adjacency: Sequence[int], node: int, name: str) -> Iterator[tuple[int, int]]:
    """The cliques around *node* up to exchange of twins, each with the number it stands for."""
    twins: dict[int, list[int]] = {}
    for other in bits(adjacency[node]):
        twins.setdefault(adjacency[other] | 1 << other, []).append(other)
    cases = [(0, adjacency[node], 1)]  # clique so far, who may join it, multiplicity
    for around, alike in twins.items():
        longer = []
        for clique, joinable, weight in cases:
            if not joinable >> alike[0] & 1:
                continue
            grown = clique
            for taken, other in enumerate(alike, start=1):
                grown |= 1 << other
                longer.append((grown, joinable & around, weight * comb(len(alike), taken)))
        cases += longer
        if len(cases) > TARGET_OUTCOMES:
            raise LimitError(
                f"an intervention has more than {TARGET_OUTCOMES} kinds of outcome",
                value=name,
                remedy="leave this variable out of the candidates",
            )
    return ((clique, weight) for clique, _, weight in cases)
