"""Objects of graph libraries, by what the reader sees of them: stand-ins, so that no library is needed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import networkx
import pytest

from symcause.errors import SymcauseError
from symcause.formats.graph_notations import adjacency_csv, endpoint_matrix
from symcause.formats.graph_notations.adjacency_csv import read_matrix
from symcause.formats.graph_notations.endpoint_matrix import read_endpoints
from symcause.formats.graph_notations.library_graphs import read_object


def coded(matrix: list[list[int]], names: str) -> SimpleNamespace:
    """A graph of causal-learn: -1 at the tail of an arrow, 1 at its head, row by row."""
    return SimpleNamespace(get_node_names=lambda: [*names], graph=matrix)


@pytest.mark.parametrize(
    "wrapped", [lambda g: g, lambda g: SimpleNamespace(G=g), lambda g: {"G": g}]
)
def test_a_matrix_of_endpoints_with_the_names_of_its_nodes(wrapped: Any) -> None:
    """Alone, in the result of ``pc`` and in that of ``ges``: A → B → C, and A — D."""
    matrix = [[0, -1, 0, -1], [1, 0, -1, 0], [0, 1, 0, 0], [-1, 0, 0, 0]]
    found = read_object(wrapped(coded(matrix, "ABCD"))).drawn()
    assert found.nodes == ("A", "B", "C", "D")
    assert set(found.directed) == {("A", "B"), ("B", "C")} and found.undirected == (("A", "D"),)


def test_another_thing_of_that_name_is_no_graph() -> None:
    graph = networkx.DiGraph([("A", "B")])
    graph.G = 9.81
    assert read_object(graph).drawn().directed == (("A", "B"),)
    with pytest.raises(SymcauseError, match="this is no graph"):
        read_object(SimpleNamespace(G=graph))


@pytest.mark.parametrize("name", ["1", "0", "0.0"])
def test_a_node_may_be_called_by_a_number(name: str) -> None:
    """A header of names is no row of values as long as something in it is none."""
    matrix = f"A,{name},C\n0,1,0\n0,0,1\n0,0,0\n"
    assert read_matrix(matrix).drawn().nodes == ("A", name, "C")
    named = f",{name},C\n{name},0,1\nC,0,0\n"
    found = read_matrix(named).drawn()
    assert found.nodes == (name, "C") and found.directed == ((name, "C"),)


def test_as_many_nodes_as_a_graph_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line of names is none of them."""
    monkeypatch.setattr(endpoint_matrix, "MAX_NODES", 3)
    three = "A,B,C\n0,1,0\n0,0,1\n0,0,0\n"
    assert len(read_endpoints(three, "pcalg").nodes) == 3
    for four in ("A,B,C,D\n" + "0,0,0,0\n" * 4, "0,0,0,0\n" * 4):
        with pytest.raises(SymcauseError, match="a graph may have at most 3 nodes"):
            read_endpoints(four, "pcalg")


@pytest.mark.parametrize("separator", [",", " "])
def test_as_many_rows_as_a_graph_may_have_nodes(
    separator: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a csv file and of a matrix that R prints; the line of names is no row of either."""
    monkeypatch.setattr(adjacency_csv, "MAX_NODES", 3)

    def matrix(size: int) -> str:
        names = [f"N{at}" for at in range(size)]
        first = separator.join(["" if separator == "," else " ", *names])
        return "\n".join([first, *(separator.join([name, *"0" * size]) for name in names)])

    assert read_matrix(matrix(3)).drawn().nodes == ("N0", "N1", "N2")
    with pytest.raises(SymcauseError, match=r"at most 3|more than 3"):
        read_matrix(matrix(4))
