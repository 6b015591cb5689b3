"""The export of reports: graphs for other programs and papers.

A DAG is drawn as it is; how a model or a problem of a family is drawn, the family says (``Family.figure``).
Where a graph has cycles, some of its edges go up.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from symcause.errors import UsageError
from symcause.formats.problems import Problem
from symcause.formats.storage.atomic_files import write_whole
from symcause.models.dags import DAG
from symcause.models.graph_forms.graph_protocol import Graph
from symcause.registry import families, family_of, load
from symcause.reports.graph_svg import Arrow, graph_svg
from symcause.reports.svg import standalone

SUFFIXES = {".dot": "dot", ".gv": "dot", ".graphml": "graphml", ".svg": "svg", ".json": "json"}
"""What :func:`save_graph` writes, by the file's name."""


@dataclass(frozen=True)
class Picture:
    """A graph to be drawn: which nodes are roots (rounded), and which are marked (framed twice)."""

    graph: Graph
    roots: tuple[str, ...] | None = None
    marked: tuple[str, ...] = ()


def picture_of(thing: object) -> Picture:
    """The graph of a DAG, a model, or a problem's gold."""
    if isinstance(thing, DAG):
        return Picture(thing)
    home = type(thing).__module__
    for family in families():
        if family.figure is not None and home.startswith(family.problem.partition(".problem")[0]):
            return load(family.figure)(thing)
    raise UsageError("this has no graph", value=type(thing).__name__)


def export_graph(thing: object, kind: str) -> str:
    """The graph as text: ``dot``, ``graphml``, ``svg``, ``edges``, ``json`` or ``csv``."""
    from symcause.formats.graphs import write_graph

    return standalone(draw(thing)) if kind == "svg" else write_graph(picture_of(thing).graph, kind)


def pictured(problem: Problem, kind: str) -> str:
    """Gold's graph as ``dot``, ``graphml`` or ``svg``, or its mechanisms as ``latex``."""
    text = latex_of(problem) if kind == "latex" else export_graph(problem, kind)
    return text if text.endswith("\n") else text + "\n"


def save_graph(thing: object, path: str | Path) -> None:
    """Write the graph to a file; its name says in which format."""
    target = Path(path)
    kind = SUFFIXES.get(target.suffix.lower())
    if kind is None:
        raise UsageError(
            "which format?", file=str(path), remedy=f"use one of {', '.join(sorted(SUFFIXES))}"
        )
    text = export_graph(thing, kind)
    try:
        write_whole(target, (text if text.endswith("\n") else text + "\n").encode())
    except OSError as error:
        raise UsageError(f"cannot write: {error.strerror}", file=str(path)) from error


def draw(thing: object) -> str:
    """The graph as a picture: causes above effects, roots rounded, marked nodes framed twice."""
    picture = picture_of(thing)
    graph, roots = picture.graph, picture.roots
    if roots is None:
        effects = {effect for _, effect in graph.edges}
        roots = tuple(node for node in graph.nodes if node not in effects)
    lines = [Arrow(a, b) for a, b in graph.edges]
    return str(graph_svg(graph.nodes, lines, roots=roots, marked=picture.marked))


def latex_of(problem: Problem) -> str:
    """Gold's mechanisms or equations as an ``align*`` display for LaTeX with amsmath."""
    family = family_of(problem)
    if family.latex is None:
        raise UsageError(f"{family.title} have nothing to write for a paper")
    return load(family.latex)(problem)
