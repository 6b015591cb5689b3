"""Graph files: round trips through every format, other programs' files, and every refusal by name."""

from __future__ import annotations

import json
from inspect import signature
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symcause.errors import SymcauseError
from symcause.families.dag import FAMILY
from symcause.families.dag.problem import GraphProblem
from symcause.formats.graphs import (
    GRAPH_READERS,
    GRAPH_WRITERS,
    parse_graph,
    read_graph,
    read_parts,
    write_graph,
)
from symcause.formats.pools.problem_writer import spelled
from symcause.models.cycles import find_cycle
from symcause.models.dags import DAG, MAX_NAME, MAX_NODES
from tests.bounds.stops import bounded
from tests.dag.cases import complete, dag, random_sparse
from tests.properties import patient

EXAMPLE = DAG.of([("A", "B"), ("C", "B"), ("B", "D")], nodes=["E", "D"])


@pytest.mark.parametrize("kind", GRAPH_WRITERS)
def test_round_trip(kind: str) -> None:
    for graph in (EXAMPLE, complete(6), random_sparse(40, 3, 1), dag(3, [])):
        assert parse_graph(write_graph(graph, kind)) == graph


names = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), min_size=1, max_size=6
).filter(lambda name: name.isprintable() and name == name.strip())


@pytest.mark.few(2)
@pytest.mark.parametrize("kind", GRAPH_WRITERS)
@patient(max_examples=60)
@given(nodes=st.lists(names, min_size=2, max_size=5, unique=True), picks=st.integers(0, 1023))
def test_round_trip_of_odd_names(kind: str, nodes: list[str], picks: int) -> None:
    pairs = [(a, b) for i, a in enumerate(nodes) for b in nodes[i + 1 :]]
    graph = DAG.of([pair for k, pair in enumerate(pairs) if picks >> k & 1], nodes=nodes)
    try:
        text = write_graph(graph, kind)
    except SymcauseError as error:
        assert kind == "dot" and "backslash" in str(error)
        assert any("\\" in name for name in nodes)
        return
    assert parse_graph(text) == graph


@pytest.mark.parametrize(
    "name", ["graph", "digraph", "strict", "a,b", "{", "-", "x-", "a--b", "#", '"']
)
def test_names_that_look_like_syntax(name: str) -> None:
    for kind in GRAPH_WRITERS:
        for graph in (DAG((name, "{", "Z") if name != "{" else ("{", "Z")), DAG.of([(name, "Z")])):
            assert parse_graph(write_graph(graph, kind)) == graph


def test_networkx_reads_what_we_write_and_the_other_way_round(tmp_path: Path) -> None:
    import networkx

    theirs = EXAMPLE.to_networkx()
    file = tmp_path / "graph.graphml"
    file.write_text(write_graph(EXAMPLE, "graphml"), encoding="utf-8")
    read = networkx.read_graphml(file)
    assert list(read.nodes) == list(theirs.nodes) and set(read.edges) == set(theirs.edges)
    networkx.write_graphml(theirs, file)
    assert read_graph(file) == EXAMPLE
    named = "edges" if "edges" in signature(networkx.node_link_data).parameters else "link"
    for key in ("edges", "links"):  # how the key is named depends on the version
        document = networkx.node_link_data(theirs, **{named: key})
        assert parse_graph(json.dumps(document)) == EXAMPLE
    again = networkx.node_link_graph(json.loads(write_graph(EXAMPLE, "json")), **{named: "edges"})
    assert networkx.utils.graphs_equal(again, theirs)


SAME = {
    "edge list": "# a comment, with a comma\nA -> B -> C\nD # alone\n",
    "edge list, tight": "A->B\nB->C\nA->B\nD",
    "edge list, quoted": '"A" -> "B"\n"B" -> "C"\n"D"',
    "edge list, Windows": "A -> B\r\nB -> C\r\nD\r\n",
    "dot": 'digraph "a graph" { rankdir=LR; node [shape=box, label=<<b>x</b>>]; A -> B -> C [w=1]; D }',
    "dot, strict": 'strict digraph{A->B;B->C[dir=forward];D[pos="1,2"]}',
    "dot, comments": "# made by hand\n// one\n/* two\n three */ DIGRAPH g {\n# x\nA->B\nB->C\nD\n}",
    "dot, text": 'digraph { "A" -> B; B -> "C"; D; label = "a" + "b" }',
    "dot, groups": 'digraph { A:n -> B; subgraph s { label="x"; {B} -> {C} } "" + "D" }',
    "json": '{"directed": true, "nodes": [{"id": "A"}, {"id": "B"}, {"id": "C"}, {"id": "D"}],'
    ' "links": [{"source": "A", "target": "B", "weight": 2.5}, {"source": "B", "target": "C"}]}',
    "graphml": '<?xml version="1.0"?><g:graphml xmlns:g="http://graphml.graphdrawing.org/xmlns">'
    '<g:graph edgedefault="undirected"><g:edge source="A" target="B" directed="true"/><g:node id="A"/>'
    '<g:node id="B"><g:data key="d">x</g:data></g:node><g:node id="C"/><g:node id="D"/>'
    '<g:edge source="B" target="C" directed="true"/></g:graph></g:graphml>',
    "csv": "A,B,C,D\n0,1,0,0\n0,0,1,0\n0,0,0,0\n0,0,0,0\n",
    "csv, pandas": ",A,B,C,D\nA,0,1.0,0,0\nB,0,0,1,0\nC,0,0,0,0\nD,0,0,0,0\n",
    "csv, R": '"","A","B","C","D"\n"A",0,1,0,0\n"D",0,0,0,0\n"C",0,0,0,0\n"B",0,0,1,0\n',
}


@pytest.mark.parametrize("name", SAME)
def test_one_graph_in_many_clothes(name: str) -> None:
    assert parse_graph(SAME[name]) == dag(4, [(0, 1), (1, 2)])


def test_a_bare_matrix_has_numbered_nodes() -> None:
    assert parse_graph("0,1\n0,0\n").edges == (("X1", "X2"),)


REFUSED = {
    "": "the file is empty",
    "  \n\n": "the file is empty",
    "# nothing\n": "no node and no edge",
    "A -> B\nB -> C\nC -> A": "cycle: A -> B -> C -> A",
    "A -> B\nB -> A": "cycle: A -> B -> A",
    "A -> B\nC -> C": "line 2: a node has an edge to itself",
    "A -- B": "line 1: an undirected edge",
    "A - B": "undirected edge",
    "A --> B": "arrow of another kind",
    "A-->B": "arrow of another kind",
    "A <- B": "backwards",
    "A B": "two names without an arrow",
    "A ->": "without a name after",
    "-> A": "without a name before",
    'A -> "B': "not a name",
    "A; B": "not a name",
    "x" * (MAX_NAME + 1): "at most 200 characters",
    "graph { A -- B }": "undirected",
    "digraph { A -- B }": "line 1: an undirected edge",
    "digraph { A -> B [dir=back] }": "arrow elsewhere",
    "digraph { edge [dir=both]; A -> B }": "arrow elsewhere",
    "digraph { edge [dir=none]; A -> B }": "undirected edge",
    "digraph { A -> B [dir=none] }": "undirected edge",
    "digraph { A -> B; B -> A [dir=none] }": "another edge",
    "digraph { A -> B": "expected",
    "digraph { A -> B } digraph { }": "something follows",
    "digraph { A -> <b> }": "a node's name expected",
    "digraph { A [label=<b }": "not closed",
    "digraph { A -> ! }": "not DOT",
    "digraph { node -> A }": "expected",
    "[1, 2]": "a JSON graph is an object",
    "{": "not JSON",
    "{}": "nodes: this list is missing",
    '{"nodes": []}': "edges: this list is missing",
    '{"nodes": {}, "edges": []}': "must be a list",
    '{"nodes": [], "edges": [], "links": []}': "both 'edges' and 'links'",
    '{"nodes": [3], "edges": []}': r"nodes\[0\]: the key 'id' is missing",
    '{"nodes": [{"id": true}], "edges": []}': r"nodes\[0\].id: .*text or an integer",
    '{"nodes": [{"id": 1}, {"id": "1"}], "edges": []}': "same name",
    '{"nodes": [{"id": "ab"}], "edges": [{"source": "ab", "target": "abc"}]}': "did you mean 'ab'",
    '{"directed": false, "nodes": [], "edges": []}': "undirected",
    '{"format": "symcause.boolean/1"}': "this is no graph",
    "<graphml>": "not well-formed",
    "<svg/>": "no GraphML",
    "<graphml/>": "no graph element",
    '<!DOCTYPE g [<!ENTITY a "b">]><graphml/>': "document type",
    "<graphml><graph><hyperedge/></graph></graphml>": "hyperedge",
    "<graphml><graph><node/></graph></graphml>": "a node without 'id'",
    "<graphml><graph/><graph/></graphml>": "more than one graph",
    '<graphml><graph><node id="A"><graph/></node></graph></graphml>': "more than one graph",
    '<graphml><graph edgedefault="undirected"><node id="A"/><node id="B"/>'
    '<edge source="A" target="B"/></graph></graphml>': "an undirected edge",
    '<graphml><graph><node id="A"/><edge source="A" target="B"/></graph></graphml>': "unknown node",
    "A,B\n0,1": "names of the columns",
    "A,B,C\n0,1,0": "not square",
    "A,B\n0,1\n0,0,0": "line 3: 3 values for 2 columns",
    "A,B\n0,2\n0,0": "line 2, column B: a cell is 0 or 1",
    "A,B\n1,0\n0,0": "edge to itself",
    "A,A\n0,0\n0,0": "same name",
    ",A,B\nA,0,1\nA,0,0": "each once",
    'A,"B\n': "not CSV",
    "A,B\n0,1\n1,0": "line 3, column A: an undirected edge",
}


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: repr(text[:30]))
def test_refusals_are_one_line_with_the_file(text: str) -> None:
    with pytest.raises(SymcauseError, match=REFUSED[text]) as caught:
        parse_graph(text, file="g.txt")
    message = str(caught.value)
    assert message.startswith("g.txt: ") and "\n" not in message


def test_bounds() -> None:
    with pytest.raises(SymcauseError, match=f"at most {MAX_NODES} nodes"):
        parse_graph("\n".join(f"X{i}" for i in range(MAX_NODES + 1)))
    with pytest.raises(SymcauseError, match="nested too deep"):
        parse_graph("[" * 200_000)
    # Blanks and comments without end are passed over once, not once per blank.
    assert parse_graph(" " * 50_000 + "\nA").nodes == ("A",)
    with pytest.raises(SymcauseError, match="line 1: an arrow without a name"):
        parse_graph("->//  \n" * 20_000)
    with pytest.raises(SymcauseError, match="two names"):
        parse_graph("//  x \n" * 20_000)


def _in(kind: str, graph: DAG) -> str:
    """The text of a graph; *printed* is a matrix as R prints it, *unnamed* its cells alone."""
    if kind in GRAPH_WRITERS:
        return write_graph(graph, kind)
    if kind in FAMILY.exports:
        return spelled(GraphProblem("g", graph), kind)
    cells = [[".1"[(a, b) in graph.edges] for b in graph.nodes] for a in graph.nodes]
    if kind == "unnamed":
        return "\n".join(" ".join(row).replace(".", "0") for row in cells)
    rows = (" ".join([name, *row]) for name, row in zip(graph.nodes, cells, strict=True))
    return "\n".join([" ".join(graph.nodes), *rows])


@pytest.mark.parametrize("edges", [0, 6])
@pytest.mark.parametrize("kind", sorted({*GRAPH_WRITERS, *FAMILY.exports, "printed", "unnamed"}))
def test_every_notation_holds_as_much_as_a_graph_may_have(kind: str, edges: int) -> None:
    """Four nodes and six edges are read where so many are allowed, and refused where one less is."""
    text = _in(kind, complete(4) if edges else dag(4, []))
    form = kind if kind in GRAPH_READERS else "csv"
    with bounded("models/dags.MAX_NODES", 4), bounded("models/dags.MAX_EDGES", edges):
        found = read_parts(text, form=form).dag()
    assert (len(found.nodes), len(found.edges)) == (4, edges)
    for name, most in (("NODES", 3), ("EDGES", edges - 1))[: 2 if edges else 1]:
        with (
            bounded(f"models/dags.MAX_{name}", most),
            pytest.raises(SymcauseError, match=f"{most}"),
        ):
            read_parts(text, form=form).dag()


def test_files(tmp_path: Path) -> None:
    file = tmp_path / "graph.txt"
    file.write_text("A -> B\n", encoding="utf-8")
    assert read_graph(file).edges == (("A", "B"),)
    with pytest.raises(SymcauseError, match="no such file; did you mean"):
        read_graph(tmp_path / "grap.txt")
    file.write_bytes(b"A -> \xff")
    with pytest.raises(SymcauseError, match="not UTF-8"):
        read_graph(file)
    file.write_bytes(b"A\0B")
    with pytest.raises(SymcauseError, match="NUL"):
        read_graph(file)
    with pytest.raises(SymcauseError, match="did you mean 'dot'"):
        write_graph(EXAMPLE, "dots")


def test_the_dag_type_checks_itself() -> None:
    assert [EXAMPLE.names(mask) for mask in EXAMPLE.parents] == [(), ("B",), (), ("A", "C"), ()]
    assert EXAMPLE.mask(["A", "E"]) == 0b00101
    for nodes, edges, message in (
        (("A", "A"), (), "same name"),
        (("A", ""), (), "printable"),
        (("A\n",), (), "printable"),
        (("A", "B"), (("A", "C"),), "unknown node"),
        (("A", "B"), (("A", "A"),), "itself"),
        (("A", "B"), (("A", "B"), ("A", "B")), "repeated"),
        (("A", "B", "C"), (("B", "C"), ("A", "B")), "out of order"),
    ):
        with pytest.raises(SymcauseError, match=message):
            DAG(nodes, edges)


def test_a_cycle_is_a_cycle() -> None:
    for seed in range(30):
        graph = random_sparse(12, 4, seed)
        assert find_cycle(graph.parents) == ()
        parents = list(graph.parents)
        a, b = (graph.index[name] for name in graph.edges[0])
        parents[a] |= 1 << b
        cycle = find_cycle(parents)
        assert cycle and len(set(cycle)) == len(cycle)
        assert all(parents[j] >> i & 1 for i, j in zip(cycle, [*cycle[1:], cycle[0]], strict=True))


@pytest.mark.parametrize("length", [2, 11, 12, 13, 14, 40])
def test_a_long_cycle_is_told_in_part(length: int) -> None:
    """From its first node on and back to it; what is left out is counted."""
    names = [f"X{i}" for i in range(length)]
    with pytest.raises(SymcauseError) as caught:
        DAG.of(list(zip(names, [*names[1:], names[0]], strict=True)))
    *shown, again = str(caught.value).partition("cycle: ")[2].partition("; ")[0].split(" -> ")
    assert again == "X0"
    left_out = [f"({length - 12} more)"] if length > 12 else []
    assert shown == [*names[:11], *left_out, *names[11:][-1:]]
