"""Graphs and background knowledge in the text notation of Tetrad.

A graph lists ``Graph Nodes:`` and ``Graph Edges:`` (``-->``, ``---``, ``<->``, ``o->``, …); a name in
parentheses is latent. Knowledge follows ``/knowledge``: tiers under ``addtemporal``, earliest first
(``2*``: no edge within the tier), pairs under ``forbiddirect`` and ``requiredirect``. Either may stand
alone.

>>> read = read_tetrad('''Graph Nodes:
... A;B;C
...
... Graph Edges:
... 1. A --> B
... 2. B --- C
...
... /knowledge
... addtemporal
... 1 A
... 2* B C
... requiredirect
... A B
... ''')
>>> read.edges, read.drawn().undirected, read.known["require"], read.known["forbid"]
((('A', 'B'),), (('B', 'C'),), [('A', 'B')], [('B', 'C'), ('C', 'B')])
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from symcause.errors import ProblemError
from symcause.formats.graph_notations.graph_builder import GraphParts
from symcause.models.background_knowledge import Knowledge
from symcause.models.graph_forms.marked_graphs import MarkedEdge, MarkedGraph

_OPENING = re.compile(r"\s*(?:#[^\n]*\n\s*)*(?:Graph Nodes:|/knowledge\b)", re.IGNORECASE)
_EDGE = re.compile(
    r"(?:\d+\.\s*)?(?P<one>\S+)\s+(?P<arrow>[-<o]-[->o])\s+(?P<other>\S+)(?P<rest>.*)"
)
_PROPERTIES = {"nl", "pl", "dd", "pd"}  # marks of how sure Tetrad is of a directed edge
_SECTIONS = ("addtemporal", "forbiddirect", "requiredirect")
_TIER = re.compile(r"(?P<number>\d+)(?P<within>\*?)(?P<next>-?)\Z")


def looks_like_tetrad(text: str) -> bool:
    """True if the text opens as a graph or as knowledge of Tetrad does."""
    return _OPENING.match(text) is not None


def read_tetrad(text: str) -> GraphParts:
    """The graph, and the knowledge beside it."""
    parts, seen = GraphParts(declared=True), Stated()
    section = ""
    for number, raw in enumerate(text.splitlines(), start=1):
        line, place = raw.strip(), f"line {number}"
        if not line or line.startswith("#"):
            continue
        header = line.rstrip(":").lower()
        if line == "/knowledge" or (section == "knowledge" and header in _SECTIONS):
            section = "knowledge"
            seen.section = "" if line == "/knowledge" else header
        elif section == "knowledge":
            seen.read(line, place)
        elif (header.startswith("graph ") and line.endswith(":")) or _other_section(line):
            section = header
        elif section == "graph nodes":
            _nodes(parts, line, place)
        elif section == "graph edges":
            _edge(parts, line, place)
    if not parts.nodes and section != "knowledge":
        raise ProblemError("no node in it", remedy="list them under Graph Nodes:, A;B;C")
    parts.known = seen.to_dict()
    return parts


def _other_section(line: str) -> bool:
    """What follows the edges and is no edge: attributes, ambiguous or underlined triples."""
    return line.endswith(":") or line.startswith("Ambiguous triples")


def _nodes(parts: GraphParts, line: str, place: str) -> None:
    for text in re.split(r"[;,]", line):
        name = text.strip()
        latent = name.startswith("(") and name.endswith(")")
        name = name[1:-1] if latent else name
        if name:
            parts.new_node(name, place)
            if latent:
                parts.role("latent", name)


def _edge(parts: GraphParts, line: str, place: str) -> None:
    match = _EDGE.fullmatch(line)
    if match is None or set(match["rest"].split()) - _PROPERTIES:
        raise ProblemError(
            "not an edge",
            place=place,
            value=line,
            remedy="write 1. A --> B, with one of --> --- <-> o-> o-o between the names",
        )
    ends = [match[end].removeprefix("(").removesuffix(")") for end in ("one", "other")]
    parts.mark(MarkedEdge.read(ends[0], match["arrow"], ends[1]), place)


@dataclass
class Stated:
    """What the knowledge section says so far."""

    section: str = ""
    tiers: dict[int, list[str]] = field(default_factory=dict)
    require: list[tuple[str, str]] = field(default_factory=list)
    forbid: list[tuple[str, str]] = field(default_factory=list)

    def read(self, line: str, place: str) -> None:
        words = line.split()
        if self.section == "addtemporal":
            self._tier(words, place)
        elif not self.section:
            raise ProblemError(
                "an unknown section of knowledge",
                place=place,
                value=line,
                remedy=f"one of {', '.join(_SECTIONS)}",
            )
        else:
            arrowless = [word for word in words if word not in ("-->", "==>", "->")]
            if len(arrowless) != 2:
                raise ProblemError(
                    "two names are wanted", place=place, value=line, remedy="write: cause effect"
                )
            listed = self.require if self.section == "requiredirect" else self.forbid
            listed.append((arrowless[0], arrowless[1]))

    def _tier(self, words: list[str], place: str) -> None:
        match = _TIER.match(words[0])
        if match is None or match["next"]:
            raise ProblemError(
                "not a tier" if match is None else "a tier that only causes the next one",
                place=place,
                value=words[0],
                remedy="write its number and its names: 2 B C; with 2* nothing causes within it",
            )
        number, names = int(match["number"][:9]), words[1:]
        if number in self.tiers:
            raise ProblemError("the tier stands twice", place=place, value=words[0])
        self.tiers[number] = names
        if match["within"]:
            self.forbid += [(a, b) for a in names for b in names if a != b]

    def to_dict(self) -> dict[str, object]:
        """The knowledge as plain values; ``tiers`` may leave variables out."""
        document: dict[str, object] = {}
        if self.require:
            document["require"] = self.require
        if self.forbid:
            document["forbid"] = self.forbid
        tiers = [names for _, names in sorted(self.tiers.items()) if names]
        if tiers:
            document["tiers"] = tiers
        return document


def settled(known: dict[str, object], names: tuple[str, ...]) -> dict[str, object]:
    """The same, where tiers that leave variables out are spelled as the edges that they forbid.

    >>> settled({"tiers": [["A"], ["B"]]}, ("A", "B", "C"))
    {'forbid': [('B', 'A')]}
    """
    tiers = known.get("tiers")
    if not isinstance(tiers, list) or {name for tier in tiers for name in tier} >= set(names):
        return known
    back = [(b, a) for i, tier in enumerate(tiers) for a in tier for t in tiers[i + 1 :] for b in t]
    forbid = known.get("forbid", [])
    assert isinstance(forbid, list)
    rest = {key: value for key, value in known.items() if key not in ("tiers", "forbid")}
    return {**rest, "forbid": [*forbid, *back]}


def write_tetrad(graph: MarkedGraph, known: Knowledge | None = None) -> str:
    """The text of a graph, and of knowledge if there is any."""
    for name in graph.nodes:
        if not re.fullmatch(r"[^\s;,()#/]+", name):
            raise ProblemError(
                "Tetrad's text has no way to write this name",
                value=name,
                remedy="names without blanks, ';', ',' and parentheses; or write another format",
            )
    latent = set(graph.having("latent"))
    nodes = ";".join(f"({name})" if name in latent else name for name in graph.nodes)
    lines = ["Graph Nodes:", nodes, "", "Graph Edges:"]
    lines += [f"{i}. {edge}" for i, edge in enumerate(graph.edges, start=1)]
    return "\n".join([*lines, "", *_knowledge(known)]).rstrip("\n") + "\n"


def _knowledge(known: Knowledge | None) -> Iterator[str]:
    if not known:
        return
    if known.signed or known.candidates is not None:
        word = "candidates" if known.candidates is not None else "signs"
        raise ProblemError(
            f"Tetrad's knowledge has no {word}", remedy=f"leave out {word} or write another format"
        )
    yield "/knowledge"
    yield "addtemporal"
    for number, tier in enumerate(known.tiers or (), start=1):
        yield f"{number} {' '.join(tier)}"
    for section, edges in (("forbiddirect", known.forbid), ("requiredirect", known.require)):
        yield ""
        yield section
        yield from (f"{cause} {effect}" for cause, effect in edges)
