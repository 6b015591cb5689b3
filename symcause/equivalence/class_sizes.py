"""Class sizes: how many DAGs an equivalence class has, by any of five engines.

| engine | idea | reach |
| --- | --- | --- |
| ``cliquepicking`` | the package, on the chains of the essential graph | any n |
| ``cliques`` | the same theorem in plain Python, with memory | thousands of nodes |
| ``recursion`` | sum over sources, orientation rules for the rest | cliques up to about 15 |
| ``sat`` | all models of the definition, one by one | 100,000 members |
| ``count`` | a model counter on the definition (needs pyganak) | about K11, or 100 sparse nodes |

>>> from symcause.models.dags import DAG
>>> triangle = DAG.of([("A", "B"), ("A", "C"), ("B", "C")], nodes="ABCD")
>>> class_size(triangle)
6
>>> class_size(triangle, [("A",)], engine="recursion")
2
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import prod

from symcause.bounds.equivalence_bounds import LISTED_MEMBERS
from symcause.budgets import StrictMeter
from symcause.equivalence.chains import chains_of
from symcause.equivalence.class_formula import ClassFormula, class_formula
from symcause.equivalence.clique_counts import CliquePicking
from symcause.equivalence.essential_graphs import EssentialGraph, Graph, essential_graph
from symcause.equivalence.root_counts import count_by_roots
from symcause.equivalence.target_sets import Targets, cut_edges
from symcause.errors import UsageError, did_you_mean
from symcause.models.bit_sets import bits
from symcause.models.dags import DAG, as_dag
from symcause.solvers.chordal_graphs import count_orientations, search_order
from symcause.solvers.sat.projected_models import count_projected, projected_models

DEFAULT_ENGINE = "cliquepicking"


def class_size(graph: Graph, targets: Targets = (), *, engine: str = DEFAULT_ENGINE) -> int:
    """Count the DAGs in the (interventional) Markov equivalence class of a graph.

    Parameters
    ----------
    graph : DAG
        Any DAG of the class.
    targets : iterable of iterable of str, optional
        Sets of variables that were intervened on together.
    engine : str, default 'cliquepicking'
        What counts: the package of this name, or a second opinion for small graphs.

    Returns
    -------
    int
        The exact number.

    Raises
    ------
    UsageError
        No engine has this name, or a target is not a node.

    See Also
    --------
    symcause.imec : members, samples and the best intervention, too.

    References
    ----------
    Wienöbst, Bannach and Liśkiewicz 2023, Polynomial-time algorithms for counting and sampling
    Markov equivalent DAGs.

    Examples
    --------
    >>> from symcause.models.dags import DAG
    >>> class_size(DAG.of([("A", "B"), ("B", "C")])), class_size(DAG.of([("A", "B")]), [("A",)])
    (3, 1)
    """
    if engine not in ENGINES:
        raise UsageError("no such engine", value=engine, remedy=did_you_mean(engine, ENGINES))
    return ENGINES[engine](graph, tuple(targets))


def induced(neighbours: Sequence[int], component: int) -> tuple[tuple[int, ...], list[int]]:
    """A part of an undirected graph on its own, numbered from 0; and the numbers its nodes had."""
    nodes = bits(component)
    place = {node: k for k, node in enumerate(nodes)}
    adjacency = (sum(1 << place[j] for j in bits(neighbours[i] & component)) for i in nodes)
    return tuple(adjacency), nodes


def _by_components(count: Callable[[tuple[int, ...]], int]) -> Callable[[Graph, Targets], int]:
    """The engine that multiplies *count* over the chordal components of the essential graph."""

    def size(graph: Graph, targets: Targets) -> int:
        essential = essential_graph(graph, targets)
        return prod(count(induced(essential.neighbours, c)[0]) for c in essential.components)

    return size


def _by_package(graph: Graph, targets: Targets) -> int:
    """The package on the chains of a DAG; those of a given essential graph are checked first."""
    if isinstance(graph, EssentialGraph):
        return _by_components(count_orientations)(graph, targets)
    return chains_of(as_dag(graph), targets).count()


def formula_of(graph: Graph, targets: Targets = ()) -> ClassFormula:
    """The formula of a class: from the definition, or from the directed edges of an essential graph."""
    if not isinstance(graph, EssentialGraph):
        dag = as_dag(graph)
        return class_formula(dag, cut_edges(dag, targets))
    essential = essential_graph(graph, targets)
    dag = first_member(essential)
    fixed = [(a, b) for b, mask in enumerate(essential.parents) for a in bits(mask)]
    return class_formula(dag, fixed)


def first_member(essential: EssentialGraph) -> DAG:
    """Some member of a class: along a maximum cardinality search, no induced collider arises."""
    rank = [0] * len(essential.nodes)
    for k, node in enumerate(search_order(essential.neighbours, sum(essential.components))):
        rank[node] = k
    return essential.oriented(rank)


def members_by_sat(graph: Graph, targets: Targets = ()) -> Iterator[DAG]:
    """The members as a SAT solver finds them: another order than ``members``, the same set."""
    formula = formula_of(graph, targets)
    return (formula.member(model) for model in projected_models(formula.clauses, formula.variables))


def _by_listing(graph: Graph, targets: Targets) -> int:
    formula = formula_of(graph, targets)
    listed = StrictMeter(
        LISTED_MEMBERS,
        f"the class has more than {LISTED_MEMBERS} members, too many to list for a count",
        remedy="use the engine 'cliquepicking'",
    )
    for _ in projected_models(formula.clauses, formula.variables):
        listed.spend()
    return listed.spent


def _by_counting(graph: Graph, targets: Targets) -> int:
    formula = formula_of(graph, targets)
    return count_projected(formula.clauses, formula.variables)


ENGINES: dict[str, Callable[[Graph, Targets], int]] = {
    "cliquepicking": _by_package,
    "cliques": _by_components(lambda g: CliquePicking(g).count((1 << len(g)) - 1)),
    "recursion": _by_components(lambda g: count_by_roots(g, (1 << len(g)) - 1)),
    "sat": _by_listing,
    "count": _by_counting,
}
"""Engine name -> size of a class."""
