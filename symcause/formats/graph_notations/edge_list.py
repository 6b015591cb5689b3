"""Graphs as an edge list: one edge, chain or lone node per line.

Chains (``A -> B -> C``) are fine; ``A -- B``, with blanks around the line, is an undirected edge. A name
that holds blanks, quotes, ``#``, ``,``, ``;``, brackets, ``<``, ``>`` or ``--``, or ends in ``-``, is put
in double quotes, with ``\\"`` and ``\\\\`` inside. An edge that stands twice counts once.

>>> read_edges('A -> B -> C  # a chain\\n"room 7"').nodes
('A', 'B', 'C', 'room 7')
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from symcause.errors import ProblemError
from symcause.formats.graph_notations.graph_builder import GraphParts
from symcause.models.graph_forms.graph_protocol import Graph
from symcause.models.graph_forms.marked_graphs import Mark, MarkedEdge

_TOKEN = re.compile(
    r"""\s*(?:
      (?P<comment>\#.*)
    | (?P<arrow>->|--(?=\s|\Z)(?<=\s--))
    | (?P<quoted>"(?:[^"\\]|\\["\\])*+")
    | (?P<bare>[^\s"\#,;{}\[\]()<>]+(?!(?<=-)>))
    | (?P<other>\S)
    )""",
    re.VERBOSE,
)
_BARE = re.compile(r"""(?![^"]*--)[^\s"#,;{}\[\]()<>]+(?<!-)""")

_OPENING = re.compile(r"(?:strict|(?:di)?graph|p?dag|mag|pag)\b|/", re.IGNORECASE)
"""What is quoted so that no list is taken for DOT, DAGitty or Tetrad."""


def read_edges(text: str) -> GraphParts:
    """The graph that an edge list describes."""
    parts = GraphParts()
    some = False
    for number, line in enumerate(text.splitlines(), start=1):
        place = f"line {number}"
        names, arrows = _names(line, place)
        if names:
            _chain(parts, names, arrows, place)
            some = True
    if not some:
        raise ProblemError(
            "it contains no node and no edge", remedy="write edges as A -> B, one per line"
        )
    return parts


def _chain(parts: GraphParts, names: list[str], arrows: list[str], place: str) -> None:
    parts.node(names[0], place)
    for arrow, (one, other) in zip(arrows, pairwise(names), strict=True):
        if arrow == "->":
            parts.edge(one, other, place)
        else:
            parts.mark(MarkedEdge(one, Mark.TAIL, Mark.TAIL, other), place)


def _names(line: str, place: str) -> tuple[list[str], list[str]]:
    """The names of ``a -> b -- c``, and what stands between them; nothing for a blank line."""
    names: list[str] = []
    arrows: list[str] = []
    wants_name = True
    end = len(line.rstrip())
    position = 0
    while position < end:
        match = _TOKEN.match(line, position)
        assert match is not None  # the last alternative takes anything
        position = match.end()
        kind, token = match.lastgroup, match.group(match.lastgroup or 0)
        if kind == "comment":
            break
        if kind == "other" or (kind == "bare" and not _BARE.fullmatch(token)):
            raise _mistake(token, place)
        if (kind == "arrow") == wants_name:
            raise ProblemError(
                "an arrow without a name before it" if wants_name else "two names without an arrow",
                place=place,
                value=line.strip(),
                remedy='write A -> B, one edge per line, and names with blanks as "A B"',
            )
        if kind == "arrow":
            arrows.append(token)
        else:
            names.append(_unquoted(token) if kind == "quoted" else token)
        wants_name = not wants_name
    if names and wants_name:
        raise ProblemError("an arrow without a name after it", place=place, value=line.strip())
    return names, arrows


def _mistake(token: str, place: str) -> ProblemError:
    if "-" in token:
        return ProblemError(
            "an undirected edge, or an arrow of another kind",
            place=place,
            value=token,
            remedy="write A -> B; a name that holds -- or ends in - goes in double quotes",
        )
    if token == "<":
        return ProblemError("an arrow that points backwards", place=place, remedy="write A -> B")
    return ProblemError(
        "not a name", place=place, value=token, remedy="put such a name in double quotes"
    )


def _unquoted(token: str) -> str:
    return re.sub(r"\\(.)", r"\1", token[1:-1])


def write_edges(graph: Graph, undirected: Iterable[tuple[str, str]] = ()) -> str:
    """The edge list of a graph; every node is listed, so that the order survives."""
    lines = [_quoted(name) for name in graph.nodes]
    lines += [f"{_quoted(cause)} -> {_quoted(effect)}" for cause, effect in graph.edges]
    lines += [f"{_quoted(one)} -- {_quoted(other)}" for one, other in undirected]
    return "".join(line + "\n" for line in lines)


def _quoted(name: str) -> str:
    if _BARE.fullmatch(name) and not _OPENING.match(name):
        return name
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
