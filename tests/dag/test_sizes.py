"""Class sizes and essential graphs: every engine against listing, closed forms and each other."""

from __future__ import annotations

import random
from itertools import combinations
from math import factorial

import pytest

from symcause.equivalence import (
    ENGINES,
    EssentialGraph,
    class_size,
    essential_graph,
    same_class,
)
from symcause.equivalence.chains import chains_of
from symcause.equivalence.orientation_rules import close
from symcause.equivalence.root_counts import count_by_roots
from symcause.errors import LimitError, ProblemError, SymcauseError, UsageError
from symcause.models.bit_sets import bits
from symcause.models.dags import DAG
from symcause.solvers.chordal_graphs import count_orientations, is_chordal
from symcause.solvers.sat.projected_models import count_projected, projected_models
from tests.dag.cases import (
    CATALOGUE,
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

DIRECT = ("cliquepicking", "cliques", "recursion")
BY_FORMULA = ("sat", "count")


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", CATALOGUE)
def test_catalogue(name: str, engine: str) -> None:
    graph, size = CATALOGUE[name]
    assert class_size(graph, engine=engine) == size


def shared(members: list[Graph]) -> Graph:
    return frozenset.intersection(*members)


@pytest.mark.few(1)
@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_all_labelled_dags_up_to_four_variables(size: int) -> None:
    """Every engine, every member as the starting point, all single-target families."""
    for skeleton in skeletons(size):
        for targets in single_target_families(size):
            family = named(targets)
            for members in classes(size, skeleton, targets):
                first = dag(size, members[0])
                essential = essential_graph(first, family)
                assert edges_of(DAG.of(essential.directed, nodes=first.nodes)) == shared(members)
                for engine in DIRECT:
                    assert class_size(essential, engine=engine) == len(members), engine
                for other in members[1:]:
                    assert essential_graph(dag(size, other), family) == essential


@pytest.mark.parametrize("every", [9, pytest.param(1, marks=pytest.mark.exhaustive)])
def test_all_dags_with_five_variables(every: int) -> None:
    """One graph per skeleton up to renaming, all its orientations, all single-target families.

    A set of three or more cuts the same edges as its complement.
    """
    families = [f for f in single_target_families(5) if all(len(target) <= 2 for target in f)]
    graphs = list(skeletons_up_to_isomorphism(5))
    assert len(graphs) == 34
    for skeleton in graphs[::every]:
        for targets in families:
            family = named(targets)
            for members in classes(5, skeleton, targets):
                essential = essential_graph(dag(5, members[0]), family)
                assert edges_of(DAG.of(essential.directed, nodes="ABCDE")) == shared(members)
                assert class_size(essential, engine="cliques") == len(members)


@pytest.mark.exhaustive
def test_all_labelled_dags_with_five_variables() -> None:
    """All 29,281 of them, without targets, by the default engine."""
    found = 0
    for skeleton in skeletons(5):
        for members in classes(5, skeleton, []):
            assert class_size(dag(5, members[-1])) == len(members)
            found += len(members)
    assert found == 29_281


@pytest.mark.parametrize("engine", BY_FORMULA)
def test_formula_engines_on_four_variables(engine: str) -> None:
    """The engines that use nothing but the definition, on each graph up to renaming."""
    for skeleton in skeletons_up_to_isomorphism(4):
        for targets in single_target_families(4)[:6]:
            for members in classes(4, skeleton, targets):
                graph = dag(4, members[0])
                assert class_size(graph, named(targets), engine=engine) == len(members)


@pytest.mark.parametrize("seed", range(12))
def test_engines_agree_on_random_graphs(seed: int) -> None:
    source = random.Random(seed)
    graph = random_sparse(9, 3, seed) if seed % 2 else random_chordal(8, 0.7, seed)
    family = [source.sample(graph.nodes, source.randint(1, 3)) for _ in range(seed % 3)]
    sizes = {engine: class_size(graph, family, engine=engine) for engine in ENGINES}
    assert len(set(sizes.values())) == 1, sizes
    essential = essential_graph(graph, family)
    assert {class_size(essential, engine=engine) for engine in ENGINES} == set(sizes.values())


@pytest.mark.few(10)
@pytest.mark.parametrize("seed", range(40))
def test_two_clique_pickings_agree_on_larger_graphs(seed: int) -> None:
    graph = random_chordal(10 + 3 * seed, 0.5 + seed / 80, seed)
    family = [graph.nodes[: seed % 4]]
    assert class_size(graph, family) == class_size(graph, family, engine="cliques")


@pytest.mark.parametrize("size", [2, 7, 12])
def test_complete_graph(size: int) -> None:
    for engine in DIRECT:
        assert class_size(complete(size), engine=engine) == factorial(size)
    # An intervention on the k-th variable leaves the k before and the rest after it in any order.
    for k in (0, size // 2, size - 1):
        left = factorial(k) * factorial(size - 1 - k)
        assert class_size(complete(size), [(f"X{k}",)]) == left


def test_large_graphs() -> None:
    assert class_size(complete(150)) == factorial(150)
    assert class_size(random_tree(400, 7)) == 400
    graph = random_sparse(1000, 3, 5)
    assert class_size(graph) == class_size(graph, engine="cliques") > 10**20


def test_a_family_refines_the_class() -> None:
    """More targets never enlarge a class; all single variables leave one DAG."""
    for seed in range(10):
        graph = random_chordal(12, 0.8, seed)
        size = class_size(graph)
        family: list[tuple[str, ...]] = []
        for name in graph.nodes:
            family.append((name,))
            smaller = class_size(graph, family)
            assert smaller <= size
            size = smaller
        assert size == 1


def test_targets_without_information() -> None:
    graph = random_chordal(10, 0.8, 3)
    assert class_size(graph, [()]) == class_size(graph)
    assert class_size(graph, [graph.nodes]) == class_size(graph)
    half = graph.nodes[:5]
    assert class_size(graph, [half]) == class_size(graph, [graph.nodes[5:]])


def test_same_class_is_the_definition() -> None:
    for skeleton in skeletons_up_to_isomorphism(4):
        for targets in ([], [frozenset([0])], [frozenset([1, 2])]):
            groups = classes(4, skeleton, targets)
            representatives = [dag(4, members[0]) for members in groups]
            for i, members in enumerate(groups):
                for j, other in enumerate(representatives):
                    assert same_class(dag(4, members[-1]), other, named(targets)) == (i == j)
    assert not same_class(dag(2, [(0, 1)]), dag(3, [(0, 1)]))
    assert same_class(dag(2, [(0, 1)]), DAG.of([("B", "A")], nodes="BA"))


def test_networkx_graphs() -> None:
    import networkx

    graph = networkx.DiGraph([(0, 1), (1, 2), (0, 2)])
    assert class_size(graph) == 6
    assert class_size(graph, [[0]]) == 2
    assert essential_graph(graph, [[0]]).undirected == (("1", "2"),)
    essential = essential_graph(dag(4, [(0, 1), (2, 1), (1, 3)])).to_networkx()
    assert essential.edges["A", "B"] == {"directed": True}
    half = essential_graph(dag(3, [(0, 1)])).to_networkx()
    assert set(half.edges(data="directed")) == {("A", "B", False), ("B", "A", False)}
    assert list(half.nodes) == ["A", "B", "C"]
    back = dag(3, [(0, 1)]).to_networkx()
    assert sorted(back.edges) == [("A", "B")] and sorted(back.nodes) == ["A", "B", "C"]
    with pytest.raises(ProblemError, match="undirected"):
        class_size(networkx.Graph([(0, 1)]))  # type: ignore[arg-type]
    with pytest.raises(ProblemError, match="cycle: 0 -> 1 -> 2 -> 0"):
        class_size(networkx.DiGraph([(0, 1), (1, 2), (2, 0)]))
    with pytest.raises(ProblemError, match="same text"):
        class_size(networkx.DiGraph([(1, "1")]))
    with pytest.raises(ProblemError, match="no graph"):
        class_size("A -> B")  # type: ignore[arg-type]


def test_unknown_targets_and_engines() -> None:
    graph = DAG.of([("smoking", "cancer")])
    with pytest.raises(ProblemError, match=r"targets\[1\].*did you mean 'smoking'"):
        class_size(graph, [("cancer",), ("smokin",)])
    with pytest.raises(UsageError, match="a set of names"):
        class_size(graph, ["smoking"])
    with pytest.raises(UsageError, match="did you mean 'recursion'"):
        class_size(graph, engine="recursive")
    with pytest.raises(UsageError, match="essential graph"):
        class_size(essential_graph(graph), [("smoking",)])


def test_engines_refuse_what_they_cannot_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symcause.equivalence.root_counts.ROOTED_SUBGRAPHS", 100)
    with pytest.raises(LimitError, match="too large"):
        class_size(complete(25), engine="recursion")
    monkeypatch.setattr("symcause.equivalence.class_sizes.LISTED_MEMBERS", 100)
    with pytest.raises(LimitError, match="more than 100 members"):
        class_size(complete(6), engine="sat")
    with pytest.raises(LimitError, match="200 nodes"):
        class_size(random_tree(201, 0), engine="count")


def test_graphs_that_stand_for_no_class_are_refused() -> None:
    """cliquepicking would return a number for each of these."""
    square = EssentialGraph(tuple("ABCD"), (0,) * 4, (0b1010, 0b0101, 0b1010, 0b0101))
    inside = EssentialGraph(tuple("ABC"), (0, 0b1, 0), (0b100, 0b100, 0b011))
    flag = EssentialGraph(tuple("ABC"), (0, 0b001, 0), (0, 0b100, 0b010))
    cycle = EssentialGraph(tuple("ABCD"), (0b1000, 0b1000, 0b11, 0b100), (0b10, 0b01, 0, 0))
    loose = EssentialGraph(tuple("AB"), (0, 0), (0b10, 0))
    reasons = {
        "an undirected component is not chordal": square,
        "a directed edge lies inside a component": inside,
        "the parents differ within a component": flag,
        "directed and undirected edges form a cycle": cycle,
        "undirected edges must be symmetric": loose,
    }
    for reason, graph in reasons.items():
        with pytest.raises(ProblemError, match=f"no equivalence class: {reason}"):
            class_size(graph)
    for short in (EssentialGraph(("A",), (), ()), EssentialGraph(("A",), (0b10,), (0,))):
        with pytest.raises(ProblemError):
            class_size(short)


def test_the_adapter_checks_its_input() -> None:
    assert not is_chordal([0b1010, 0b0101, 0b1010, 0b0101], 0b1111)
    assert count_orientations([0]) == 1
    assert [count_orientations([0b10, 0b01]), count_orientations([0b110, 0b101, 0b011])] == [2, 6]
    for bad, message in (
        ([0b1010, 0b0101, 0b1010, 0b0101], "not chordal"),
        ([0b10, 0b01, 0b1000, 0b0100], "not connected"),
        ([0b10, 0b00], "not symmetric"),
        ([0b01], "loop"),
    ):
        with pytest.raises(ProblemError, match=message):
            count_orientations(bad)


def test_known_answers_guard_against_early_releases(monkeypatch: pytest.MonkeyPatch) -> None:
    """cliquepicking before 0.2.5 counted 5 orientations of the star with three leaves."""
    import cliquepicking

    from symcause.solvers import chordal_graphs as chordal

    for adjacency, size in chordal._KNOWN:
        assert count_by_roots(adjacency, (1 << len(adjacency)) - 1) == size
    chordal._mec_size.cache_clear()
    monkeypatch.setattr(cliquepicking, "mec_size", lambda arcs: 5)
    with pytest.raises(SymcauseError, match="counts wrongly"):
        count_orientations([0b10, 0b01])
    monkeypatch.undo()
    assert count_orientations([0b10, 0b01]) == 2
    monkeypatch.setattr(chordal, "_mec_size", lambda: lambda arcs: 1)
    with pytest.raises(SymcauseError, match="impossible"):
        count_orientations([0b10, 0b01])


def test_projection() -> None:
    clauses = [[1, 2], [-1, 3]]
    assert sorted(projected_models(clauses, [1, 2])) == [(-1, 2), (1, -2), (1, 2)]
    assert count_projected(clauses, [1, 2]) == 3
    assert count_projected(clauses, [1, 2, 7]) == 6
    assert count_projected(clauses, [7, 8]) == 4
    assert count_projected([], []) == 1
    assert list(projected_models([], [])) == [()]
    assert list(projected_models([[1], [-1]], [1])) == []


def _closed(graph: DAG, targets: list[tuple[str, ...]]) -> tuple[list[int], list[int]]:
    """Directed parents and undirected neighbours: colliders, cut edges, then the rules."""
    parents = [0] * len(graph.nodes)
    for a, b in graph.edges:
        i, j = graph.index[a], graph.index[b]
        others = graph.parents[j] & ~(1 << i)
        if others & ~graph.adjacent[i] or any((a in t) != (b in t) for t in targets):
            parents[j] |= 1 << i
    neighbours = list(graph.adjacent)
    fresh = [(a, b) for b, mask in enumerate(parents) for a in bits(mask)]
    for a, b in fresh:
        neighbours[a] &= ~(1 << b)
        neighbours[b] &= ~(1 << a)
    close(graph.adjacent, parents, neighbours, fresh)
    return parents, neighbours


@pytest.mark.few(25)
@pytest.mark.parametrize("seed", range(150))
def test_chains_agree_with_the_orientation_rules(seed: int) -> None:
    source = random.Random(seed)
    size = source.randint(1, 30)
    names = [f"X{i}" for i in range(size)]
    order = source.sample(names, size)
    chance = source.choice((0.05, 0.15, 0.4, 0.8, 1.0))
    graph = DAG.of([e for e in combinations(order, 2) if source.random() < chance], nodes=names)
    targets = [
        tuple(source.sample(names, source.randint(0, min(4, size))))
        for _ in range(source.randint(0, 3))
    ]
    essential = essential_graph(graph, targets)
    parents, neighbours = _closed(graph, targets)
    assert (list(essential.parents), list(essential.neighbours)) == (parents, neighbours)
    assert essential.check() is essential
    found = chains_of(graph, targets)
    assert sorted(found.masks()) == sorted(essential.components)
    assert class_size(graph, targets) == class_size(essential)
