"""A bare graph file as a text graph: edge lists, node-link JSON, GraphML, DOT, matrices.

Edge lists (``A -> B``, a lone ``C``, ``#`` comments), networkx node-link JSON, GraphML, DOT, adjacency
matrices in CSV. Which one a text is in is told from its content.

>>> read_graph("rain -> flood\\nflood -> rain\\nsun").edges
(('rain', 'flood'), ('flood', 'rain'))
>>> read_matrix(",a,b\\na,1,1\\nb,0,0").edges
(('a', 'a'), ('a', 'b'))
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Protocol
from xml.parsers import expat

from symcause.errors import LimitError, ProblemError, SymcauseError
from symcause.families.textgraph.files.answer.dot_labels import read_dot
from symcause.families.textgraph.models.digraph import Digraph, Edge
from symcause.families.textgraph.problem.problem import TextGraph
from symcause.formats.graph_notations.dot_graphs import looks_like_dot
from symcause.formats.graph_notations.graph_builder import GraphParts
from symcause.formats.graphs import notation_of, read_parts
from symcause.formats.json_text import read_json
from symcause.formats.pools.foreign_values import Placed
from symcause.models.dags import MAX_NODES

_CELLS = {"0": False, "1": True, "0.0": False, "1.0": True, "": False}
_TOKEN = re.compile(
    r"""\s*(?:(?P<comment>\#.*) | (?P<arrow>->) | (?P<quoted>"(?:[^"\\]|\\.)*+")
    | (?P<bare>(?:(?!->)[^\s"\#])+))""",
    re.VERBOSE,
)
_EXAMPLE = 'write A -> B, one edge per line, and names with blanks as "A B"'


class BareGraph(Protocol):
    """Nodes and edges by name: what a graph file holds."""

    @property
    def nodes(self) -> tuple[str, ...]: ...

    @property
    def edges(self) -> tuple[Edge, ...]: ...


def bare_problem(found: BareGraph | str | dict[str, object], file: str | None = None) -> TextGraph:
    """A graph that stands alone, as a gold graph named after its file.

    What was found is the text of a graph file, a decoded node-link document, or a graph already read.
    """
    name = "graph" if file is None else Path(file.partition(":")[0]).stem or "graph"
    try:
        if isinstance(found, str):
            found = read_graph(found, file)
        elif isinstance(found, dict):
            found = read_node_link(found)
        return TextGraph.of(name, found.nodes, _arrows(found))
    except SymcauseError as error:
        raise error.at(file=file) from None


def _arrows(found: BareGraph) -> tuple[Edge, ...]:
    """The edges, if all of them are arrows."""
    if isinstance(found, GraphParts) and not found.bare:
        for edge in found.drawn().edges:
            if not edge.is_directed:
                raise ProblemError(
                    "a text graph has arrows only",
                    value=str(edge),
                    remedy="direct it or leave it out",
                )
    return found.edges


def read_graph(text: str, file: str | None = None) -> Digraph:
    """The graph that a text describes in any of the formats."""
    start = text.lstrip()[:1]
    if not start:
        raise ProblemError("the file is empty", remedy=_EXAMPLE)
    if notation_of(text) or (file or "").lower().endswith(".sif"):
        parts = read_parts(text, file=file)
        return Digraph.of(_arrows(parts), parts.nodes)
    if start in "{[":
        return read_node_link(read_json(text))
    if start == "<":
        return read_graphml(text)
    if looks_like_dot(text):
        return read_dot(text, strict=True)
    return read_matrix(text) if looks_like_matrix(text) else read_edges(text)


def read_edges(text: str) -> Digraph:
    """An edge list; ``A -> B -> C`` is two edges."""
    nodes: dict[str, None] = {}
    edges: list[Edge] = []
    for number, line in enumerate(text.splitlines(), start=1):
        names = _chain(line, f"line {number}")
        nodes.update(dict.fromkeys(names))
        edges += pairwise(names)
    if not nodes:
        raise ProblemError("it contains no node and no edge", remedy=_EXAMPLE)
    return Digraph.of(edges, nodes)


def _chain(line: str, place: str) -> list[str]:
    """The names of ``a -> b -> c``; nothing for a blank line."""
    names: list[str] = []
    wants_name = True
    position, end = 0, len(line.rstrip())
    while position < end:
        match = _TOKEN.match(line, position)
        if match is None:
            raise ProblemError("not a name", place=place, value=line.strip(), remedy=_EXAMPLE)
        if match.lastgroup == "comment":
            break
        if (match.lastgroup == "arrow") == wants_name:
            raise ProblemError(
                "names and arrows do not alternate",
                place=place,
                value=line.strip(),
                remedy=_EXAMPLE,
            )
        if match.lastgroup == "quoted":
            names.append(re.sub(r"\\(.)", r"\1", match["quoted"][1:-1]))
        elif match.lastgroup == "bare":
            names.append(match["bare"])
        wants_name = not wants_name
        position = match.end()
    if names and wants_name:
        raise ProblemError("an arrow without a name after it", place=place, value=line.strip())
    return names


def read_node_link(document: object) -> Digraph:
    """Node-link JSON; nodes are texts, or objects with an ``id``."""
    if not isinstance(document, dict) or "nodes" not in document:
        raise ProblemError("a JSON graph is an object with nodes and edges", remedy=_EXAMPLE)
    read = Placed(document)
    if document.get("directed", True) is not True:
        raise ProblemError("the graph is undirected", place="directed")
    nodes = [
        _name(node["id"] if isinstance(node.value, dict) else node)
        for node in read["nodes"].parts()
    ]
    key = "links" if "links" in document and "edges" not in document else "edges"
    edges = [(_name(edge["source"]), _name(edge["target"])) for edge in read[key].parts()]
    return TextGraph.of("graph", nodes, edges).graph


def _name(value: Placed) -> str:
    whole = isinstance(value.value, int) and not isinstance(value.value, bool)
    return str(value.value) if whole else value.text()


def looks_like_matrix(text: str) -> bool:
    """A comma in the first line, and nothing but zeros and ones in the others."""
    lines = [line for line in text.strip().splitlines() if line.strip()]
    if len(lines) < 2 or "," not in lines[0] or "->" in text:
        return False
    cells = lines[-1].split(",")
    return all(cell.strip() in _CELLS for cell in cells[1:])


def read_matrix(text: str) -> Digraph:
    """An adjacency matrix: row A, column B is 1 if A -> B. The first column may name the rows."""
    try:
        rows = [row for row in csv.reader(io.StringIO(text), strict=True) if any(row)]
    except csv.Error as error:
        raise ProblemError(f"not CSV: {error}") from None
    if len(rows) > MAX_NODES + 1:
        raise LimitError(f"more than {MAX_NODES} rows")
    header, body = [cell.strip() for cell in rows[0]], rows[1:]
    named = len(header) == len(body) + 1
    names = header[1:] if named else header
    edges: list[Edge] = []
    for number, row in enumerate(body):
        cells = [cell.strip() for cell in row]
        source = cells.pop(0) if named else names[number] if number < len(names) else ""
        if len(cells) != len(names) or len(body) != len(names) or source not in names:
            raise ProblemError("the matrix is not square", place=f"row {number + 1}")
        for target, cell in zip(names, cells, strict=True):
            if cell not in _CELLS:
                raise ProblemError("a cell is 0 or 1", place=f"row {number + 1}", value=cell)
            if _CELLS[cell]:
                edges.append((source, target))
    return TextGraph.of("graph", names, edges).graph


def read_graphml(text: str) -> Digraph:
    """Nodes and directed edges of a GraphML document; a document type is refused."""
    nodes: list[str] = []
    edges: list[Edge] = []

    def start(element: str, attributes: Mapping[str, str]) -> None:
        name = element.rpartition(" ")[2]
        wanted = {"node": ("id",), "edge": ("source", "target")}.get(name, ())
        for key in wanted:
            if key not in attributes:
                raise ProblemError(f"a {name} without {key!r}", place=place())
        if attributes.get("edgedefault") == "undirected" or attributes.get("directed") == "false":
            raise ProblemError("an undirected edge", place=place())
        if name == "node":
            nodes.append(attributes["id"])
        elif name == "edge":
            edges.append((attributes["source"], attributes["target"]))

    def doctype(*_: object) -> None:
        raise ProblemError("a document type declaration", place=place(), remedy="remove it")

    def place() -> str:
        return f"line {parser.CurrentLineNumber}"

    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = start
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise ProblemError(
            f"not well-formed XML: {expat.ErrorString(error.code)}", place=f"line {error.lineno}"
        ) from None
    return TextGraph.of("graph", nodes, edges).graph
