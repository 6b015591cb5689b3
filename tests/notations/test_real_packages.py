"""Round trips through the packages themselves: ``make notations`` installs them, else this is skipped.

causal-learn reads no latent nodes, and pyboolnet (3.0.16) writes no factor of a constant: neither is tried.
"""

from __future__ import annotations

import random
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.dag.files import as_causal_learn, as_dagitty, as_tetrad
from symcause.families.dag.problem import GraphProblem, drawn_problem
from symcause.formats.graph_notations.library_graphs import read_object
from symcause.formats.graphs import read_parts
from symcause.models.dags import DAG
from symcause.models.graph_forms.marked_graphs import Mark, MarkedEdge, MarkedGraph
from tests.notations.test_graphs import ALL, NODES, drawn, same


def by_causal_learn(graph: MarkedGraph) -> Any:
    """The same graph as an object of causal-learn."""
    pytest.importorskip("causallearn")
    from causallearn.graph.Edge import Edge
    from causallearn.graph.Endpoint import Endpoint
    from causallearn.graph.GeneralGraph import GeneralGraph
    from causallearn.graph.GraphNode import GraphNode

    ends = {Mark.TAIL: Endpoint.TAIL, Mark.ARROW: Endpoint.ARROW, Mark.CIRCLE: Endpoint.CIRCLE}
    nodes = {name: GraphNode(name) for name in graph.nodes}
    made = GeneralGraph(list(nodes.values()))
    for edge in graph.edges:
        here, there = nodes[edge.one], nodes[edge.other]
        made.add_edge(Edge(here, there, ends[edge.at_one], ends[edge.at_other]))
    return made


@pytest.mark.parametrize("seed", range(40))
def test_causal_learn(seed: int, tmp_path: Path) -> None:
    """Its object, its text and its matrix are read; it reads the text that we write."""
    marks = tuple(m for m in ALL if m not in ("o--", "--o"))  # causal-learn draws no such edge
    graph = MarkedGraph(NODES, drawn(random.Random(seed), marks).edges)
    theirs = by_causal_learn(graph)
    assert same(read_object(theirs).drawn(), graph)
    assert same(read_parts(str(theirs)).drawn(), graph)
    matrix = read_parts(str(theirs.graph), form="causal-learn").drawn()
    names = dict(zip(matrix.nodes, NODES, strict=True))
    renamed = tuple(
        MarkedEdge(names[e.one], e.at_one, e.at_other, names[e.other]) for e in matrix.edges
    )
    assert same(MarkedGraph(NODES, renamed), graph)
    from causallearn.utils.TXT2GeneralGraph import txt2generalgraph

    problem = GraphProblem("g", DAG(NODES), drawn=graph)
    file = tmp_path / "g.txt"
    file.write_text(as_tetrad(problem, True))
    again = txt2generalgraph(str(file))
    assert same(read_object(again).drawn(), graph)
    pandas = pytest.importorskip("pandas")
    (tmp_path / "g.csv").write_text(as_causal_learn(problem, True))
    read = pandas.read_csv(tmp_path / "g.csv", index_col=0)
    assert list(read.columns) == list(NODES)
    assert (read.to_numpy() == theirs.graph).all()


def test_what_pc_finds_is_a_class() -> None:
    """PC of causal-learn on seeded data: its CPDAG, its printed text and matrix are one class."""
    pytest.importorskip("causallearn")
    import numpy
    from causallearn.search.ConstraintBased.PC import pc

    rng = numpy.random.default_rng(0)
    a, b, d = rng.normal(size=(3, 2000))
    c = a + b + 0.5 * rng.normal(size=2000)
    e = d + 0.5 * rng.normal(size=2000)
    found = pc(numpy.column_stack([a, b, c, d, e]), show_progress=False)
    problem = symcause.dag.problem(found)
    assert symcause.count(problem).count == 2
    assert problem.drawn is not None
    assert set(problem.drawn.directed) == {("X1", "X3"), ("X2", "X3")}
    for text in (str(found.G), str(found.G.graph)):
        assert symcause.count(symcause.dag.problem(text)).count == 2


@pytest.mark.parametrize("seed", range(20))
def test_pgmpy(seed: int) -> None:
    """DAGs with latent variables, PDAGs, and DAGitty's language both ways."""
    pytest.importorskip("pgmpy")
    from pgmpy import base

    rng = random.Random(seed)
    order = rng.sample(NODES, 5)
    arrows = [(a, b) for a, b in combinations(order, 2) if rng.random() < 0.5] or [("A", "B")]
    theirs = base.DAG(arrows, latents={arrows[0][0]})
    read = read_object(theirs).drawn()
    assert set(read.directed) == set(arrows) and read.having("latent") == (arrows[0][0],)
    told = drawn_problem(theirs.to_dagitty()).drawn or drawn_problem(theirs.to_dagitty()).dag
    directed = told.directed if isinstance(told, MarkedGraph) else told.edges
    assert set(directed) == set(arrows)
    ours = as_dagitty(GraphProblem("g", DAG.of(arrows, nodes=order)), True)
    assert set(base.DAG.from_dagitty(ours).edges()) == set(arrows)
    class_ = theirs.to_pdag()
    assert isinstance(class_, base.PDAG)
    wanted = symcause.class_size(DAG.of(arrows))
    if class_.undirected_edges:
        assert symcause.count(symcause.dag.problem(class_)).count == wanted
    else:
        assert wanted == 1


def primes_of(model: Any) -> dict[str, list[list[dict[str, int]]]]:
    """A model as pyboolnet holds it: implicants of 0 and of 1, here one for each pattern."""
    primes: dict[str, list[list[dict[str, int]]]] = {}
    for name in model.variables:
        if name in model.roots:
            primes[name] = [[{name: 0}], [{name: 1}]]
            continue
        function = model.functions[name]
        found: list[list[dict[str, int]]] = [[], []]
        for pattern in range(1 << len(function.parents)):
            inputs = {p: pattern >> j & 1 for j, p in enumerate(function.parents)}
            found[function.table >> pattern & 1].append(inputs)
        primes[name] = found
    return primes


def drawn_network(rng: random.Random) -> BooleanSCM:
    """Two roots, and three functions of two of what comes before."""
    tables = {}
    for name in ("v3", "v4", "v5"):
        parents = rng.sample([f"v{i}" for i in range(1, int(name[1]))], 2)
        number = rng.randint(1, 14)  # no constant
        tables[name] = (parents, [number >> i & 1 for i in range(4)])
    return symcause.boolean.model(tables, roots=["v1", "v2"])


@pytest.mark.parametrize("seed", range(20))
def test_colomoto(seed: int) -> None:
    """In Python alone, so on every machine: what we write it reads, what it writes is read."""
    minibn = pytest.importorskip("colomoto.minibn")
    model = drawn_network(random.Random(seed))
    read = minibn.BooleanNetwork(symcause.boolean.write_bnet(model))
    for bits in product((False, True), repeat=len(model.variables)):
        state = dict(zip(model.variables, bits, strict=True))
        for name, function in model.functions.items():
            mentioned = {str(symbol) for symbol in read[name].symbols}
            told = {v: bit for v, bit in state.items() if v in mentioned}
            assert bool(read[name](**told)) == bool(function(state))
    assert symcause.boolean.read_bnet(read.source()) == model


@pytest.mark.parametrize("seed", range(20))
def test_pyboolnet(seed: int) -> None:
    """What it writes is read; what we write it reads, where its compiled reader runs on this machine."""
    pytest.importorskip("pyboolnet")
    from pyboolnet.file_exchange import bnet2primes, primes2bnet

    model = drawn_network(random.Random(seed))
    for header in (False, True):
        assert symcause.boolean.read_bnet(primes2bnet(primes_of(model), header=header)) == model
    try:
        primes = bnet2primes(symcause.boolean.write_bnet(model))
    except OSError as error:
        pytest.skip(f"pyboolnet's compiled reader does not run here: {error.strerror}")
    assert symcause.boolean.read_bnet(primes2bnet(primes)) == model
