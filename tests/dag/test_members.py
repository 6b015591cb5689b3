"""Listing, sampling and the next target, against listing by definition."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import chain, islice, permutations, product
from math import comb, factorial

import pytest

from symcause.equivalence import (
    class_size,
    essential_graph,
    members,
    members_by_sat,
    next_target,
    same_class,
    sample,
    samples,
)
from symcause.equivalence.clique_counts import CliquePicking, count_orders
from symcause.errors import LimitError, ProblemError
from symcause.models.bit_sets import bits
from symcause.models.dags import DAG
from tests.amounts import amount
from tests.dag.cases import (
    CATALOGUE,
    NAMES,
    Graph,
    classes,
    complete,
    dag,
    edges_of,
    named,
    random_chordal,
    random_sparse,
    random_tree,
    single_target_families,
    skeletons,
    skeletons_up_to_isomorphism,
)


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_members_of_all_small_classes(size: int) -> None:
    for skeleton in skeletons(size):
        for targets in single_target_families(size)[: size + 1]:
            for expected in classes(size, skeleton, targets):
                listed = [edges_of(m) for m in members(dag(size, expected[0]), named(targets))]
                assert len(listed) == len(expected)
                assert set(listed) == set(expected)


def test_members_with_five_variables() -> None:
    for skeleton in skeletons_up_to_isomorphism(5):
        for targets in ([], [frozenset([0])], [frozenset([1, 3]), frozenset([4])]):
            for expected in classes(5, skeleton, targets):
                listed = [edges_of(m) for m in members(dag(5, expected[-1]), named(targets))]
                assert len(listed) == len(expected)
                assert set(listed) == set(expected)


@pytest.mark.parametrize("size", [2, 3, 5])
def test_members_of_complete_graphs(size: int) -> None:
    """The listing of the package cliquepicking panics on these."""
    assert len(set(members(complete(size)))) == factorial(size)


@pytest.mark.parametrize("name", CATALOGUE)
def test_sat_lists_the_same_set(name: str) -> None:
    graph, size = CATALOGUE[name]
    listed = list(members_by_sat(graph))
    assert len(listed) == size
    assert set(listed) == set(members(graph))


@pytest.mark.parametrize("seed", range(6))
def test_members_are_equivalent_distinct_and_counted(seed: int) -> None:
    graph = random_sparse(14, 2.5, seed) if seed % 2 else random_chordal(9, 0.6, seed)
    family = [graph.nodes[:seed]]
    listed = list(islice(members(graph, family), 5_000))
    assert len(set(listed)) == len(listed) == min(5_000, class_size(graph, family))
    assert all(same_class(graph, member, family) for member in listed)


def test_the_order_is_fixed_and_starts_at_the_first_node() -> None:
    chain = dag(4, [(2, 1), (1, 0), (2, 3)])
    assert list(members(chain)) == list(members(essential_graph(chain)))
    assert [m.edges for m in members(dag(3, [(1, 0), (1, 2)]))] == [
        (("A", "B"), ("B", "C")),
        (("B", "A"), ("B", "C")),
        (("B", "A"), ("C", "B")),
    ]


def test_listing_is_lazy() -> None:
    first, second = islice(members(complete(60)), 2)
    assert first != second
    assert len(list(islice(members(random_tree(600, 3)), 3))) == 3


@pytest.mark.parametrize("name", ["K5", "two triangles that share an edge", "two separate edges"])
def test_samples_are_uniform(name: str) -> None:
    graph, size = CATALOGUE[name]
    draws = amount(60, 150) * size
    counts = Counter(islice(samples(graph, seed=7), draws))
    assert set(counts) == set(members(graph))
    # Six standard deviations: a fixed seed either passes for ever or points at a bias.
    slack = 6 * (draws / size) ** 0.5
    assert all(abs(count - draws / size) < slack for count in counts.values())


@pytest.mark.few(3)
@pytest.mark.parametrize("seed", range(8))
def test_samples_of_chordal_graphs_are_uniform(seed: int) -> None:
    graph = random_chordal(6, 0.7, seed)
    everything = set(members(graph))
    draws = 150 * len(everything)
    counts = Counter(islice(samples(graph, seed=seed), draws))
    assert set(counts) == everything
    assert all(150 - 74 < count < 150 + 74 for count in counts.values())


def draws_of(picking: CliquePicking, nodes: int) -> list[tuple[int, ...]]:
    """Every order that the sampler can draw, once for each way through its decisions."""
    if nodes & (nodes - 1) == 0:
        return [tuple(bits(nodes))]
    solved = picking.solved(nodes)
    found = []
    for pick in solved.picks:
        parts = [draws_of(picking, part) for part in solved.tree.after(pick.clique)]
        heads = [
            order
            for order in permutations(bits(solved.tree.cliques[pick.clique]))
            if not any(sum(1 << v for v in order[: f.bit_count()]) == f for f in pick.forbidden)
        ]
        tails = [tuple(chain(*tail)) for tail in product(*parts)]
        assert pick.weight == len(heads) * len(tails)
        found += [head + tail for head in heads for tail in tails]
    assert solved.count == len(found)
    return found


def test_the_decisions_of_the_sampler_reach_each_member_once() -> None:
    """So drawing in proportion to the weights is exactly uniform."""
    graphs = [
        dag(5, members[0]) for s in skeletons_up_to_isomorphism(5) for members in classes(5, s, [])
    ]
    graphs += [random_chordal(7, 0.75, seed) for seed in range(12)]
    for graph in graphs:
        essential = essential_graph(graph)
        picking = CliquePicking(essential.neighbours)
        for component in essential.components:
            reached: Counter[frozenset[tuple[int, int]]] = Counter()
            for order in draws_of(picking, component):
                rank = {node: k for k, node in enumerate(order)}
                reached[
                    frozenset(
                        (i, j)
                        for i in order
                        for j in bits(essential.neighbours[i])
                        if rank[i] < rank[j]
                    )
                ] += 1
            assert set(reached.values()) == {1}
            assert len(reached) == picking.count(component)


def test_orders_without_forbidden_prefixes() -> None:
    for size in range(1, 6):
        for pattern in range(1 << (size - 1)):
            sizes = [k + 1 for k in range(size - 1) if pattern >> k & 1]
            listed = sum(
                1
                for order in permutations(range(size))
                if not any(set(order[:k]) == set(range(k)) for k in sizes)
            )
            assert count_orders(size, sizes) == listed
            assert 2 * listed >= factorial(size) or size == 1  # rejection ends soon


def test_samples_of_large_graphs_are_members() -> None:
    for graph in (complete(60), random_tree(200, 1), random_sparse(500, 2, 3)):
        family = [graph.nodes[3:5]]
        drawn = list(islice(samples(graph, family, seed=3), 3))
        assert all(same_class(graph, member, family) for member in drawn)
        assert drawn[0] == sample(graph, family, seed=3)
    assert sample(complete(60), seed=1) != sample(complete(60), seed=2)


def split(group: list[Graph], node: int) -> list[int]:
    """Sizes of the parts of a class by the direction of the edges at a node."""
    return list(Counter(frozenset(e for e in g if node in e) for g in group).values())


def test_next_target_on_all_small_classes() -> None:
    for size in (2, 3, 4):
        for skeleton in skeletons(size):
            for targets in single_target_families(size)[: size + 1]:
                for group in classes(size, skeleton, targets):
                    check_next_target(size, group, targets)
    for skeleton in skeletons_up_to_isomorphism(5):
        for group in classes(5, skeleton, []):
            check_next_target(5, group, [])


def check_next_target(size: int, group: list[Graph], targets: list[frozenset[int]]) -> None:
    best = next_target(dag(size, group[0]), named(targets))
    assert best.size == len(group)
    expected = {NAMES[v]: split(group, v) for v in range(size)}
    informative = {name: parts for name, parts in expected.items() if len(parts) > 1}
    assert [value.variable for value in best.values] == sorted(informative)
    for value in best.values:
        parts = informative[value.variable]
        assert (value.outcomes, value.worst) == (len(parts), max(parts))
        assert value.expected == Fraction(sum(n * n for n in parts), len(group))
    if informative:
        assert best.worst_case and best.worst_case.worst == min(map(max, informative.values()))
        assert best.expected and best.expected.expected == min(v.expected for v in best.values)
    else:
        assert best.worst_case is None and best.expected is None and len(group) == 1


def test_next_target_of_a_complete_graph() -> None:
    """Twins are exchanged: n kinds of outcome stand for all 2^(n-1)."""
    n = 24
    best = next_target(complete(n))
    assert best.worst_case is not None
    sizes = [factorial(k) * factorial(n - 1 - k) for k in range(n)]
    assert best.worst_case.worst == max(sizes)
    assert best.worst_case.outcomes == 2 ** (n - 1)
    squares = sum(comb(n - 1, k) * size**2 for k, size in enumerate(sizes))
    assert best.worst_case.expected == Fraction(squares, factorial(n))
    assert best.worst_case.variable == "X0"


def test_next_target_breaks_ties_naturally_and_takes_candidates() -> None:
    edges = [("X10", "X2"), ("X4", "X3")]
    best = next_target(DAG.of(edges))
    assert best.worst_case and best.worst_case.variable == "X2"
    assert [value.variable for value in best.values] == ["X2", "X3", "X4", "X10"]
    best = next_target(DAG.of(edges), candidates=["X10", "X4"])
    assert best.worst_case and best.worst_case.variable == "X4"
    with pytest.raises(ProblemError, match="did you mean 'X10'"):
        next_target(DAG.of(edges), candidates=["X11"])


def test_next_target_refuses_too_many_outcomes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symcause.equivalence.target_choice.TARGET_OUTCOMES", 5)
    with pytest.raises(LimitError, match="more than 5 kinds"):
        next_target(complete(8))


def test_best_targets_in_turn_leave_one_member() -> None:
    truth = random_chordal(12, 0.7, 4)
    family: list[tuple[str, ...]] = []
    while (best := next_target(truth, family).worst_case) is not None:
        family.append((best.variable,))
        assert class_size(truth, family) <= best.worst
    assert class_size(truth, family) == 1
    assert len(family) < len(truth.nodes)


@pytest.mark.parametrize("length", [3, 11, 12, 13, 14, 40])
def test_a_long_cycle_is_told_in_part(length: int) -> None:
    """Twelve nodes at most; of a longer one the first eleven, how many more, and the last."""
    names = [f"N{at:02}" for at in range(length)]
    edges = list(zip(names, [*names[1:], names[0]], strict=True))
    shown = names if length <= 12 else [*names[:11], f"({length - 12} more)", names[-1]]
    with pytest.raises(ProblemError) as refused:
        DAG.of(edges)
    assert f"the graph has a cycle: {' -> '.join([*shown, names[0]])}" in str(refused.value)
