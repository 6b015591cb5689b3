"""Odd names of nodes in every notation that is written: they come back as they were, or are refused."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest

from symcause import load
from symcause.errors import SymcauseError
from symcause.families.dag import FAMILY
from symcause.families.dag.problem import GraphProblem
from symcause.formats.graphs import GRAPH_WRITERS, read_parts, write_graph
from symcause.formats.pools.problem_writer import spelled
from symcause.models.dags import DAG
from symcause.reports.export import save_graph
from tests.amounts import some
from tests.cli.cases import Shell

PIECES = (
    *("->", "--", "<-", "-", "-1", "0", "1", "2", "3", "1.0", ".", "[,1]", "[1,]", "]", "[]", "()"),
    *(
        '"',
        "'",
        "\\",
        "\\\\",
        '\\"',
        "\\n",
        "#",
        "//",
        "/*",
        "*/",
        "/knowledge",
        "{",
        "}",
        "[",
        "<",
        ">",
    ),
    *(
        ",",
        ";",
        ":",
        "=",
        "&",
        "&amp;",
        "&#38;",
        "%",
        "@",
        "|",
        "$",
        "`",
        "é",
        "漢字",
        "µ",
        "🙂",
        "\u0301",
    ),
    *("graph", "digraph", "strict", "node", "edge", "dag", "pdag", "mag", "pag", "subgraph", "bb"),
    *("Graph Nodes:", "Graph", "Creator", "label", "id", "and1", "pp", "activates", "amat.cpdag"),
    *(
        "causal-learn",
        "true",
        "null",
        "NaN",
        "nan",
        "None",
        "X1",
        "o-o",
        "-->",
        "a b",
        "a  b",
        "1.",
    ),
)
SHAPES = ("{}", " {}", "{} ", "a{}b", "{0}{0}")
NAMES = tuple(dict.fromkeys(s.format(p) for s, p in product(SHAPES, PIECES)))


def graphs(name: str) -> list[DAG]:
    """A graph of one name; the name as cause, as effect, beside what opens other notations."""
    rest = [n for n in ("{", "Z") if n != name]
    return [DAG((name,)), DAG.of([(name, "Z")]), DAG.of([("A", name)]), DAG((name, *rest))]


def returned(graph: DAG, text: str, kind: str) -> bool:
    """Does the text tell the same graph to somebody who does not know its notation?"""
    try:
        found = read_parts(text, file="graph.sif" if kind == "sif" else None).dag()
    except SymcauseError:
        return False
    if kind == "sif":  # lists edges first
        return set(found.nodes) == set(graph.nodes) and set(found.edges) == set(graph.edges)
    return found == graph


def kept(name: str, kind: str) -> int:
    """How many of the graphs of a name are written and come back; others must be refused."""
    count = 0
    for graph in graphs(name):
        try:
            if kind in GRAPH_WRITERS:
                text = write_graph(graph, kind)
            else:
                text = spelled(GraphProblem("g", graph), kind)
        except SymcauseError as error:
            assert "\n" not in str(error)
            continue
        assert returned(graph, text, kind), (graph, text)
        count += 1
    return count


MOST = {"edges": 1.0, "json": 1.0, "graphml": 1.0, "dot": 0.95, "gml": 0.95, "dagitty": 0.9}
MOST |= {"csv": 0.55, "causal-learn": 0.55, "pcalg": 0.55, "sif": 0.4, "tetrad": 0.3}
"""The share of the graphs that each notation must be able to write."""


@pytest.mark.parametrize("kind", sorted({*GRAPH_WRITERS, *FAMILY.exports}))
def test_names_come_back_or_are_refused(kind: str) -> None:
    assert len(NAMES) > 350
    tried = some(NAMES, 120)
    found = sum(kept(name, kind) for name in tried)
    assert found >= MOST[kind] * sum(len(graphs(name)) for name in tried), found


@pytest.mark.parametrize("name", ["a->b", "->", "-1", "2", "a,2,b", '"', "[", "dag"])
def test_a_matrix_holds_names_that_look_like_something_else(name: str) -> None:
    assert kept(name, "csv") == kept(name, "pcalg") == len(graphs(name))


@pytest.mark.parametrize("name", ["a\\b", "\\n", "a\\\\", '\\\\"', '"'])
def test_dot_keeps_backslashes_that_escape_nothing(name: str) -> None:
    assert kept(name, "dot") == len(graphs(name))


def test_blanks_at_the_ends_are_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nodes = [{"id": "A"}, {"id": " B"}]
    path, out = tmp_path / "g.json", tmp_path / "g.csv"
    path.write_text(json.dumps({"nodes": nodes, "edges": [{"source": "A", "target": " B"}]}))
    message = Shell(capsys).refused("convert", path, "--to", "csv", "--out", out)
    assert "names that a file of the kind 'csv' cannot hold (got ' B')" in message
    assert not out.exists()


def test_a_converted_matrix_is_read_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    graph = DAG.of([("a->b", "-1"), ("-1", "->")])
    path, out = tmp_path / "g.json", tmp_path / "g.csv"
    save_graph(graph, path)
    assert Shell(capsys)("convert", path, "--to", "csv", "--out", out)[0] == 0
    problem = load(out)
    assert isinstance(problem, GraphProblem) and problem.dag == graph
