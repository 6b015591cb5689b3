"""Graphs in the notations of the field: read, written, and partly directed ones as classes of DAGs."""

from __future__ import annotations

import json
import random
from itertools import combinations, product
from pathlib import Path

import pytest

import symcause
from symcause.equivalence import class_size, essential_graph
from symcause.equivalence.dag_extension import extension
from symcause.errors import SymcauseError
from symcause.families.dag.files import (
    as_causal_learn,
    as_dagitty,
    as_pcalg,
    as_tetrad,
    write_graph_document,
)
from symcause.families.dag.problem import GraphProblem, drawn_problem, graph_problem
from symcause.formats.graphs import GRAPH_READERS, read_parts
from symcause.models.dags import DAG
from symcause.models.graph_forms.marked_graphs import ROLES, Mark, MarkedEdge, MarkedGraph
from tests.cli.cases import Shell

NODES = ("A", "B", "C", "D", "E")


def same(one: MarkedGraph, other: MarkedGraph) -> bool:
    """Equal but for the order of edges and which end comes first."""

    def edges(graph: MarkedGraph) -> set[frozenset[tuple[str, Mark]]]:
        return {frozenset(((e.one, e.at_one), (e.other, e.at_other))) for e in graph.edges}

    return one.nodes == other.nodes and edges(one) == edges(other)


def drawn(rng: random.Random, marks: tuple[str, ...]) -> MarkedGraph:
    edges = []
    for one, other in combinations(NODES, 2):
        if rng.random() < 0.6:
            pair = (one, other) if rng.random() < 0.5 else (other, one)
            edges.append(MarkedEdge.read(pair[0], rng.choice(marks), pair[1]))
    roles = [(rng.choice(ROLES), rng.choice(NODES)) for _ in range(rng.randrange(3))]
    return MarkedGraph(NODES, tuple(edges), tuple(dict.fromkeys(roles)))


ALL = ("-->", "<--", "---", "<->", "o->", "<-o", "o-o", "o--", "--o")
WRITERS = {
    "dagitty": (as_dagitty, ALL),
    "tetrad": (as_tetrad, ALL),
    "causal-learn": (as_causal_learn, ALL),
    "pcalg": (as_pcalg, ALL),
    "pcalg, directed or not": (as_pcalg, ("-->", "---")),
}


@pytest.mark.few(48)
@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("seed", range(60))
def test_round_trips(name: str, seed: int) -> None:
    """Every mark survives, told from the content alone; roles do in DAGitty."""
    writer, marks = WRITERS[name]
    graph = drawn(random.Random(seed), marks)
    text = writer(GraphProblem("g", DAG(NODES), drawn=graph), True)
    read = read_parts(text).drawn()
    assert same(read, graph), text
    if name == "dagitty":
        assert set(read.roles) == set(graph.roles)
    again = drawn_problem(text) if _acyclic(graph) else None
    if again is not None:
        document = json.loads(json.dumps(write_graph_document(again)))
        assert same(drawn_problem(document).drawn or read, graph)


def _acyclic(graph: MarkedGraph) -> bool:
    try:
        DAG.of(graph.directed, nodes=graph.nodes)
    except SymcauseError:
        return False
    return True


CPDAG = {  # one class in every notation: A -> C <- B, C -> D, D - E is directed by what enters D; F - G
    "dagitty": "pdag {\nA -> C\nB -> C\nC -> D\nF -- G\n}",
    "dagitty, groups": 'pdag "a class" { bb="0,0,1,1" {A B} -> C -> D [beta=-0.3]; F -- G // x\n }',
    "tetrad": "Graph Nodes:\nA;B;C;D;F;G\n\nGraph Edges:\n1. A --> C\n2. B --> C\n3. C --> D dd nl\n"
    "4. F --- G\n\nGraph Attributes:\nBIC: 7\n",
    "causal-learn": "[[ 0  0 -1  0  0  0]\n [ 0  0 -1  0  0  0]\n [ 1  1  0 -1  0  0]\n"
    " [ 0  0  1  0  0  0]\n [ 0  0  0  0  0 -1]\n [ 0  0  0  0 -1  0]]\n",
    "R": "Adjacency Matrix 'amat' (6 x 6) of type ‘cpdag’:\n  A B C D F G\nA . . . . . .\nB . . . . . .\n"
    "C 1 1 . . . .\nD . . 1 . . .\nF . . . . . 1\nG . . . . 1 .\n",
    "dagitty, numbers": "pdag { {A B} -> C [beta=.5] C -> D [beta=-.3, x=1e-3]; F -- G [beta=0] }",
    "edge list": "A -> C\nB -> C\nC -> D\nF -- G\n",
    "DOT": "digraph { A -> C; {A B} -> C -> D [color=red]; F -> G [dir=none] }",
    "DOT, edges that follow": "digraph { {edge [dir=none] F -> G} A -> C [dir=forward] B -> C -> D }",
    "node-link": json.dumps(
        {
            "nodes": [{"id": name} for name in "ABCDFG"],
            "links": [{"source": a, "target": b} for a, b in ("AC", "BC", "CD", "FG", "GF")],
        }
    ),
    "GML": "graph [\n directed 1\n"
    + "".join(f'node [ id {i} label "{name}" ]\n' for i, name in enumerate("ABCDFG"))
    + "".join(
        f"edge [ source {'ABCDFG'.index(a)} target {'ABCDFG'.index(b)} ]\n"
        for a, b in ("AC", "BC", "CD", "FG", "GF")
    )
    + "]\n",
}


@pytest.mark.parametrize("name", CPDAG)
def test_a_partly_directed_file_is_a_class(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its count, its members, its audit; from a file of any name and from standard input's."""
    suffix = ".json" if name == "node-link" else ".txt"
    file, shell = tmp_path / f"class{suffix}", Shell(capsys)
    file.write_text(CPDAG[name], encoding="utf-8")
    code, document = shell.one("imec", file, "--members", "10")
    assert (code, document["size"], document["contains_graph"]) == (0, 2, None)
    assert len(document["members"]) == 2 and document["knowledge"] is None
    assert len(document["essential"]["directed"]) == 3
    assert shell.one("count", file)[1]["count"] == 2
    code, audited = shell.one("audit", file)
    assert (code, audited["family"], audited["verdict"]) == (1, "dag", "ambiguous")
    assert sorted(audited["edges"].values()) == ["always"] * 3 + ["open"] * 2
    code, following = shell.one("next", file)
    assert following["experiments"][0]["settles"] is True


def test_what_an_intervention_shows_is_not_known(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "class.dagitty"
    file.write_text(CPDAG["dagitty"])
    assert "depends on the DAG" in Shell(capsys).refused("imec", file, "--targets", "F")
    assert Shell(capsys).one("count", file, "--require", "F->G")[1]["count"] == 1


def listed(graph: MarkedGraph) -> set[frozenset[tuple[str, str]]]:
    """Agreeing DAGs from the definition: adjacencies, arrows, colliders, no cycle."""

    def colliders(arrows: frozenset[tuple[str, str]]) -> set[tuple[frozenset[str], str]]:
        joined = {frozenset((e.one, e.other)) for e in graph.edges}
        return {
            (frozenset((a, c)), b)
            for a, b in arrows
            for c, d in arrows
            if b == d and a != c and frozenset((a, c)) not in joined
        }

    found = set()
    fixed = frozenset(graph.directed)
    shown = colliders(fixed)
    for turns in product((False, True), repeat=len(graph.undirected)):
        chosen = (
            (b, a) if turn else (a, b) for turn, (a, b) in zip(turns, graph.undirected, strict=True)
        )
        arrows = fixed | frozenset(chosen)
        if colliders(arrows) != shown:
            continue
        try:
            DAG.of(arrows, nodes=graph.nodes)
        except SymcauseError:
            continue
        found.add(arrows)
    return found


@pytest.mark.parametrize("number", [200, pytest.param(4000, marks=pytest.mark.exhaustive)])
def test_classes_are_what_the_definition_lists(number: int) -> None:
    """Size and members of random partly directed graphs, extendable or not."""
    rng = random.Random(7)
    sizes = []
    for _ in range(number):
        graph = drawn(rng, ("-->", "---", "---"))
        if not _acyclic(graph):
            continue
        wanted = listed(graph)
        text = as_dagitty(GraphProblem("g", DAG(NODES), drawn=graph), True)
        sizes.append(len(wanted))
        if not graph.undirected:
            continue  # a DAG: its class is asked for
        if not wanted:
            with pytest.raises(SymcauseError, match="no DAG agrees"):
                graph_problem(text)
            continue
        problem = graph_problem(text)
        assert symcause.count(problem).count == len(wanted), text
        found = {frozenset(member.edges) for member in symcause.space(problem).members()}
        assert found == wanted
    assert sizes.count(0) > number // 50 and len(set(sizes)) > 5


def test_an_essential_graph_comes_back_as_its_class() -> None:
    rng = random.Random(1)
    for _ in range(100):
        order = rng.sample(NODES, 5)
        arrows = [(a, b) for a, b in combinations(order, 2) if rng.random() < 0.5]
        dag = DAG.of(arrows, nodes=NODES)
        essential = essential_graph(dag)
        member = extension(essential.nodes, essential.directed, essential.undirected)
        assert essential_graph(member) == essential
        if essential.undirected:
            assert symcause.count(graph_problem(_both_ways(essential))).count == class_size(dag)


def _both_ways(essential: object) -> object:
    from networkx import node_link_data

    return node_link_data(essential.to_networkx(), edges="edges")  # type: ignore[attr-defined]


REFUSED = {
    "dag { A -> B": "line 1: more expected",
    "dag { A -> }": "a node's name expected",
    "dag { A -> B; B -> A }": "line 1: another edge between these nodes",
    "dag { A - B }": "not an edge",
    "dag { A -> A }": "an edge to itself",
    "dag { A ! B }": "not DAGitty's language",
    "dag { A -> B } x": "something follows",
    "dag " + "{" * 60: "nested too deep",
    "dag { A <-> B }": "no DAG over these nodes has this edge",
    "pag { A @-> B }": "no DAG over these nodes has this edge",
    "pdag { A -- B -- C -- D -- A }": "no DAG agrees",
    "Graph Nodes:\nA;B\nGraph Edges:\n1. A ==> B": "line 4: not an edge",
    "Graph Nodes:\nA;B\nGraph Edges:\n1. A --> C": "line 4: an edge names an unknown node",
    "Graph Nodes:\nA;B\nGraph Edges:\n1. A --> B x": "line 4: not an edge",
    "Graph Nodes:\nA;A": "two nodes have the same name",
    "Graph Nodes:\n": "no node in it",
    "/knowledge\naddtemporal\n1 A": "knowledge without a graph",
    "/knowledge\nx y": "line 2: an unknown section",
    "/knowledge\naddtemporal\nA B": "line 3: not a tier",
    "/knowledge\naddtemporal\n1- A": "only causes the next",
    "/knowledge\naddtemporal\n1 A\n1 B": "the tier stands twice",
    "/knowledge\nforbiddirect\nA B C": "line 3: two names are wanted",
    "Graph Nodes:\nA;B\n/knowledge\nrequiredirect\nA C": "unknown variable",
    "[[0 1]\n [0 0]]": "whose codes these are is not stated",
    "[[0 2]\n [2 0]]": "whose codes these are is not stated",
    "[[0 -1]\n [0 0]]": "row X2, column X1: no pair of codes of causal-learn",
    "[[0 -1]\n [1 1]]": "the diagonal is 0",
    "[[0 -1 0]\n [1 0 0]]": "3 values for 2 columns",
    "[[0 -1]\n [x 0]]": "not a code",
    "  A B\nA 0 1\nB 0 0": "whose codes these are is not stated",
    "  A B\nA 0 1\nC 0 0": "the names of the columns",
    ",A,B,C\nA,0,1,1\nB,1,0,0\nC,0,0,0": "say --format csv or --format pcalg",
    "Adjacency Matrix 'amat' (1 x 1) of type ‘x’:\n  A\nA .": "an unknown type of matrix",
    "graph [ directed 1 node [ id 0 ] node [ id 0 ] ]": "not GML",
    "graph [ node [ id 0 label 1 ] ]": "the GML graph is undirected",
    "graph [ directed 1 " + "a [ " * 60: "nested too deep",
}


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: repr(text[:40]))
def test_refusals_name_the_place(text: str) -> None:
    with pytest.raises(SymcauseError, match=REFUSED[text]) as caught:
        graph_problem(text, "folder/g.txt")
    assert "\n" not in str(caught.value) and "folder/g.txt" in str(caught.value)


def test_the_coding_can_be_stated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same zeros and ones: arrows out of the row, into the row."""
    file, shell = tmp_path / "m.csv", Shell(capsys)
    file.write_text(",A,B,C\nA,0,1,0\nB,0,0,1\nC,0,1,0\n")
    assert "--format csv or --format pcalg" in shell.refused("imec", file)
    for form, wanted in (("csv", ["A", "B"]), ("pcalg", ["B", "A"])):
        _, document = shell.one("imec", file, "--format", form, "--members", "3")
        assert wanted in document["members"][0]
    file.write_text("  A B C\nA . 1 .\nB . . 1\nC . 1 .\n")
    for form, wanted in (("csv", ["A", "B"]), ("pcalg", ["B", "A"])):
        _, document = shell.one("imec", file, "--format", form, "--members", "3")
        assert wanted in document["members"][0]
    from symcause.cli.command_options import FORMS

    assert set(FORMS) == {*GRAPH_READERS, "bnet"}


def test_convert_between_notations(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A graph goes through all notations and comes back with its marks."""
    source = tmp_path / "0.dagitty"
    source.write_text("pag { A @-> B B <-> C C -- D E [latent] E -> A }")
    shell, at = Shell(capsys), source
    for number, target in enumerate(("tetrad", "causal-learn", "pcalg", "dag", "dagitty"), start=1):
        following = tmp_path / f"{number}.{'json' if target == 'dag' else 'txt'}"
        assert shell("convert", at, "--to", target, "--out", following)[0] == 0
        at = following
    wanted, found = read_parts(source.read_text()).drawn(), read_parts(at.read_text()).drawn()
    assert same(wanted, MarkedGraph(wanted.nodes, found.edges))
    assert "no such edge" in shell.refused("convert", source, "--to", "edges")
    assert "no DAG over these nodes" in shell.refused("imec", source)


def test_knowledge_of_tetrad(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Beside the graph or in a file of its own; tiers may leave variables out."""
    shell = Shell(capsys)
    graph, beside = tmp_path / "g.txt", tmp_path / "k.txt"
    told = "/knowledge\naddtemporal\n\n1 A\n2* B C\n\nforbiddirect\n\nrequiredirect\nA B\n"
    graph.write_text("A -> B\nB -> C\nD -> A\n")
    beside.write_text(told)
    _, document = shell.one("count", graph, "--knowledge", beside)
    assert document["knowledge"] == {
        "require": ["A->B"],
        "forbid": ["B->A", "C->A", "C->B", "B->C"],
    }
    assert document["count"] == 0
    beside.write_text(told.replace("2*", "2"))
    assert shell.one("count", graph, "--knowledge", beside)[1]["count"] == 2
    graph.write_text(
        "Graph Nodes:\nA;B;C;D\n\nGraph Edges:\n1. A --- B\n2. B --- C\n3. D --- A\n\n"
        + told.replace("2*", "2")
    )
    _, own = shell.one("count", graph)
    assert own["count"] == 2
    out = tmp_path / "again.txt"
    assert shell("convert", graph, "--to", "tetrad", "--out", out)[0] == 0
    assert shell.one("count", out)[1] | {"problem": "", "seconds": 0, "asked": None} == own | {
        "problem": "",
        "seconds": 0,
        "asked": None,
    }


def test_text_graphs_are_read_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, answer = tmp_path / "gold.dagitty", tmp_path / "answer.txt"
    gold.write_text("dag { rain -> flood -> damage }")
    answer.write_text("rain -> flood\n")
    _, document = Shell(capsys).one("check", gold, answer)
    assert (document["precision"], document["recall"]) == (1.0, 0.5)
    _, audited = Shell(capsys).one("audit", gold)
    assert audited["family"] == "textgraph"
    gold.write_text("digraph { edge [dir=back] flood -> rain; flood -> damage [dir=forward] }")
    _, document = Shell(capsys).one("check", gold, answer)
    assert (document["precision"], document["recall"]) == (1.0, 0.5)
    gold.write_text("digraph { rain -> flood;\nflood -> damage [dir=none] }")
    code, _, told = Shell(capsys)("check", gold, answer)
    assert code == 2 and "line 2: a text graph has arrows only" in told
