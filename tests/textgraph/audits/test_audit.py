"""What is said of a gold graph: topology, explicitness, findings, baselines, all against brute force."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise, permutations
from random import Random
from typing import Any

import pytest

from symcause.families.textgraph.audits.baseline_scores import baselines
from symcause.families.textgraph.audits.explicitness import explicitness
from symcause.families.textgraph.audits.gold_findings import findings
from symcause.families.textgraph.models.digraph import Digraph
from symcause.families.textgraph.models.name_variants import near_duplicates, normalised
from symcause.families.textgraph.models.topology import topology
from symcause.families.textgraph.problem.problem import TextGraph
from symcause.families.textgraph.scoring.answer.edge_metrics import score_edges
from tests.textgraph.cases import FLOOD, random_graph


def _cycles(graph: Digraph) -> int:
    """Simple cycles by trying all of them, each counted from its least node."""
    found = 0
    for size in range(1, len(graph.nodes) + 1):
        for nodes in permutations(graph.nodes, size):
            closed = (*nodes, nodes[0])
            steps = pairwise(closed)
            found += nodes[0] == min(nodes) and all(step in graph.edge_set for step in steps)
    return found


def test_topology_against_brute_force() -> None:
    rng = Random(2)
    for _ in range(60):
        graph = random_graph(rng, rng.randint(1, 5), rng.randint(0, 14), loops=True)
        found, nodes = topology(graph), graph.nodes
        plain = {(a, b) for a, b in graph.edge_set if a != b}
        assert found.cycles == _cycles(graph) and found.exact
        assert found.acyclic == (found.cycles == 0)
        chains = sum((a, b) in plain and (b, c) in plain for a, b, c in permutations(nodes, 3))
        forks = sum(
            (b, a) in plain and (b, c) in plain for b in nodes for a, c in combinations(nodes, 2)
        )
        colliders = sum(
            (a, b) in plain and (c, b) in plain for b in nodes for a, c in combinations(nodes, 2)
        )
        assert (found.chains, found.forks, found.colliders) == (chains, forks, colliders)
        assert found.sources == sum(all(b != n for _, b in plain) for n in nodes)
        assert found.sinks == sum(all(a != n for a, _ in plain) for n in nodes)
        reach = {n: set(graph.distances(n)) for n in nodes}
        parts = {frozenset(m for m in reach[n] if n in reach[m]) for n in nodes}
        assert found.sccs == len(parts) and found.largest_scc == max(map(len, parts))
        on_cycle = [
            n
            for n in nodes
            if (n, n) in graph.edge_set or any(len(p) > 1 and n in p for p in parts)
        ]
        assert found.in_cycles == Fraction(len(on_cycle), len(nodes))


def test_topology_of_a_known_graph() -> None:
    found = topology(
        Digraph.of([("a", "b"), ("b", "c"), ("a", "c"), ("c", "c")], ["a", "b", "c", "d"])
    )
    assert (found.nodes, found.edges, found.density) == (4, 4, Fraction(1, 3))
    assert found.mean_degree == Fraction(3, 2)  # the loop is left out
    assert found.clustering == Fraction(3, 4) and found.path_length == 1
    assert found.betweenness_variance == 0 and (found.sources, found.sinks) == (2, 2)
    path = topology(Digraph.of([("a", "b"), ("b", "c")]))
    assert path.path_length == Fraction(4, 3)
    assert path.betweenness_variance == pytest.approx(0.25 * 2 / 9)
    assert topology(Digraph.of([], ["a", "b"])).path_length is None
    assert topology(Digraph((), ())).density == 0


def test_too_many_cycles_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    import symcause.families.textgraph.models.topology as module

    monkeypatch.setattr(module, "MAX_CYCLES", 100)
    names = [f"n{i}" for i in range(8)]
    found = topology(Digraph.of([(a, b) for a in names for b in names if a != b]))
    assert (found.cycles, found.exact) == (100, False)


def test_explicitness() -> None:
    labels = {"a": 1, "b": 1, "c": 2, "d": 3}
    found = explicitness(labels, 5, 0.75)
    assert found is not None
    assert (found.lenient, found.strict, found.agrees, found.unlabelled) == (
        Fraction(3, 4),
        Fraction(1, 2),
        "lenient",
        1,
    )
    words = [explicitness(labels, 4, column) for column in (0.5, 0.6, 0.7504, 0.7506, None)]
    assert [w.agrees for w in words if w] == ["strict", "neither", "lenient", "neither", None]
    same = explicitness({"a": 1, "b": 3}, 2, 0.5)
    assert same is not None and same.agrees == "both"
    assert explicitness({}, 3, 0.5) is None


def test_spelling() -> None:
    assert normalised("Tax-Rates ") == normalised("tax rate") == "taxrate"
    assert (
        normalised("gas") == "gas"
        and normalised("loss") == "loss"
        and normalised("GLASS") == "glass"
    )
    assert normalised("ﬁnance²") == "finance2"  # NFKC
    assert normalised("<x>") is None and normalised("—") is None
    assert near_duplicates(["Cost", "costs", "COST ", "price", "<cost>"]) == (
        ("COST ", "Cost", "costs"),
    )


def test_findings() -> None:
    problem = TextGraph.of(
        "x",
        ["Tax rate", "tax-rates", "alone", "loop", "b"],
        [
            ("Tax rate", "b"),
            ("Tax rate", "b"),
            ("loop", "loop"),
            ("tax-rates", "b"),
            ("Tax rate", "b"),
        ],
        node_explicitness={"b": 1},
        metadata={"num_nodes": 4, "num_edges": 5, "explicitness": 0.3},
    )
    found = [(one.kind, one.names) for one in findings(problem)]
    assert found == [
        ("near-duplicate", ("Tax rate", "tax-rates")),
        ("isolated", ("alone",)),
        ("self-loop", ("loop",)),
        ("repeated-edge", ("Tax rate", "b")),
        ("count-mismatch", ()),
        ("explicitness-mismatch", ()),
    ]
    assert "listed 3 times" in findings(problem)[3].detail
    assert [one.kind for one in findings(FLOOD)] == ["isolated"]


def test_the_random_answer_is_an_exact_expectation() -> None:
    """Against the mean over all answers of that size."""
    rng = Random(6)
    for _ in range(12):
        gold = random_graph(rng, 4, rng.randint(1, 6), loops=rng.random() < 0.5)
        ends = sorted(gold.ends)
        if len(ends) < 2:
            continue
        pairs = [(a, b) for a in ends for b in ends if a != b]
        size = min(len(gold.edges), len(pairs))
        expected: dict[str, Fraction] = {}
        draws = list(combinations(pairs, size))
        for draw in draws:
            scores = score_edges(gold, Digraph.of(draw))
            assert scores.released is not None
            for name, value in (
                ("precision", scores.edges.precision),
                ("recall", scores.edges.recall),
                ("f1", scores.edges.f1),
                ("shd", Fraction(scores.shd)),
                ("shd_reversal_2", Fraction(scores.shd_reversal_2)),
                ("nshd", scores.nshd),
                ("released_f1", scores.released.f1),
                ("released_precision", scores.released.precision),
                ("released_recall", scores.released.recall),
            ):
                expected[name] = expected.get(name, Fraction(0)) + value / len(draws)
        found = baselines(gold)["random"]
        assert found.released is not None
        for name, value in expected.items():
            part: Any = found.released if name.startswith("released") else found
            assert getattr(part, name.removeprefix("released_")) == value, name


def test_baselines_of_a_plain_graph() -> None:
    gold = Digraph.of([("a", "b"), ("b", "c"), ("c", "d")])
    found = baselines(gold)
    assert found["perfect"].f1 == 1 and found["perfect"].shd == 0
    assert found["empty"].f1 == 0 and found["empty"].shd == 3
    assert found["full"].recall == 1 and found["full"].precision == Fraction(1, 4)
    random = found["random"]
    assert random.precision == random.recall == random.f1 == Fraction(1, 4)  # the density
    assert all(one.released is not None for one in found.values())
    nothing = baselines(Digraph((), ()))
    assert nothing["perfect"].f1 == nothing["random"].f1 == 1 and nothing["empty"].released is None
    loop = baselines(Digraph.of([("a", "a")]))
    assert loop["random"] == loop["empty"] == loop["full"]


def test_paths_and_components() -> None:
    graph = Digraph.of([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")])
    assert graph.path("a", "d") == ("a", "b", "c", "d") and graph.path("d", "a") is None
    assert graph.path("a", "a") == ("a", "b", "c", "a") and graph.path("x", "a") is None
    assert graph.components == (("a", "b", "c"), ("d",))
    long = Digraph.of([(f"{i:05d}", f"{i + 1:05d}") for i in range(20_000)])
    assert long.acyclic and len(long.components) == 20_001


def test_baselines_of_many_nodes_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The full answer is never made, and rounded weights give what fractions give."""
    rng = Random(11)
    for _ in range(60):
        nodes = rng.randint(1, 8)
        gold = random_graph(rng, nodes, rng.randint(0, nodes * nodes), loops=True)
        full = Digraph.of((u, v) for u in gold.ends for v in gold.ends if u != v)
        exact, scores = baselines(gold), score_edges(gold, full)
        assert exact["full"].f1 == scores.edges.f1 and exact["full"].shd == scores.shd
        with monkeypatch.context() as changed:
            changed.setattr("symcause.families.textgraph.audits.baseline_scores.EXACT_EDGES", 0)
            rounded = baselines(gold)["random"].released
        fractions = exact["random"].released
        if fractions is None or rounded is None:
            assert fractions is rounded
            continue
        assert (rounded.precision, rounded.recall) == (fractions.precision, fractions.recall)
        assert abs(rounded.f1 - fractions.f1) < Fraction(1, 10**60)
    names = [f"n{i}" for i in range(3000)]
    large = Digraph.of((rng.choice(names), rng.choice(names)) for _ in range(6000))
    found = baselines(large)["random"]
    assert found.released is not None and 0 < found.released.f1 < Fraction(1, 2)
