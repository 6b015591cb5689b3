"""Graphs in GraphML, with document type declarations refused.

Data and keys are ignored. Undirected edges, hyperedges, ports and nested graphs are refused, and so is a
document type declaration: no format of graphs needs one, and entities are how XML files attack readers.

>>> read_graphml('<graphml><graph edgedefault="directed"><node id="A"/></graph></graphml>').nodes
('A',)
"""

from __future__ import annotations

from xml.parsers import expat

from symcause.errors import ProblemError
from symcause.formats.graph_notations.graph_builder import GraphParts
from symcause.models.graph_forms.graph_protocol import Graph

_NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
_REFUSED = {"hyperedge": "a hyperedge", "port": "a port"}


def read_graphml(text: str) -> GraphParts:
    """The graph that a GraphML document describes."""
    reader = _Reader()
    reader.parse(text)
    return reader.read()


class _Reader:
    """The state of one pass over the document: edges may come before the nodes that they join."""

    def __init__(self) -> None:
        self._parts = GraphParts(declared=True)
        self._edges: list[tuple[str, str, str]] = []
        self._path: list[str] = []
        self._directed = True
        self._graphs = 0
        # The namespace, if there is one, is split off the local name by a blank.
        self._parser = expat.ParserCreate(namespace_separator=" ")
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.StartDoctypeDeclHandler = self._doctype

    def parse(self, text: str) -> None:
        try:
            self._parser.Parse(text, True)
        except expat.ExpatError as error:
            raise ProblemError(
                f"not well-formed XML: {expat.ErrorString(error.code)}",
                place=f"line {error.lineno}",
            ) from None

    def read(self) -> GraphParts:
        if not self._graphs:
            raise ProblemError("no graph element in it", remedy="give a GraphML document")
        for cause, effect, place in self._edges:
            self._parts.edge(cause, effect, place)
        return self._parts

    def _place(self) -> str:
        return f"line {self._parser.CurrentLineNumber}"

    def _doctype(self, *_: object) -> None:
        raise ProblemError(
            "a document type declaration", place=self._place(), remedy="remove the DOCTYPE"
        )

    def _start(self, element: str, attributes: dict[str, str]) -> None:
        name = element.rpartition(" ")[2]
        if not self._path and name != "graphml":
            raise ProblemError("the XML is no GraphML", place=self._place(), value=name)
        self._path.append(name)
        if name in _REFUSED:
            raise ProblemError(
                f"{_REFUSED[name]} has no meaning here", place=self._place(), remedy="remove it"
            )
        if name == "graph":
            self._graph(attributes)
        elif name == "node":
            self._parts.new_node(self._attribute(name, attributes, "id"), self._place())
        elif name == "edge":
            self._edge(attributes)

    def _end(self, _: str) -> None:
        self._path.pop()

    def _graph(self, attributes: dict[str, str]) -> None:
        self._graphs += 1
        if self._path != ["graphml", "graph"] or self._graphs > 1:
            raise ProblemError(
                "more than one graph", place=self._place(), remedy="give one graph a file"
            )
        self._directed = attributes.get("edgedefault", "directed") == "directed"

    def _edge(self, attributes: dict[str, str]) -> None:
        default = "true" if self._directed else "false"
        if attributes.get("directed", default) not in ("true", "1"):
            raise ProblemError(
                "an undirected edge", place=self._place(), remedy='set edgedefault="directed"'
            )
        cause = self._attribute("edge", attributes, "source")
        self._edges.append((cause, self._attribute("edge", attributes, "target"), self._place()))

    def _attribute(self, element: str, attributes: dict[str, str], key: str) -> str:
        if key not in attributes:
            raise ProblemError(f"a {element} without {key!r}", place=self._place())
        return attributes[key]


def write_graphml(graph: Graph) -> str:
    """The GraphML document of a graph."""
    from xml.sax.saxutils import quoteattr  # it brings the readers of web addresses along

    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<graphml xmlns="{_NAMESPACE}">']
    lines.append('  <graph edgedefault="directed">')
    lines += [f"    <node id={quoteattr(name)}/>" for name in graph.nodes]
    lines += [
        f"    <edge source={quoteattr(cause)} target={quoteattr(effect)}/>"
        for cause, effect in graph.edges
    ]
    return "\n".join([*lines, "  </graph>", "</graphml>"]) + "\n"
