"""Annotator agreement: how two annotators of the same text graphs agree, with Cohen's kappa.

A graph with *n* nodes and *m* edges of gold, with this many false positives and negatives of each kind.
Means are over graphs; Cohen's κ is that of the edges among the n(n - 1) ordered pairs of nodes. Of nodes
there is none: nobody knows how many there could have been.

>>> found = kappa(common=9, found=10, true=9, pairs=20)
>>> round(found, 3)
0.9
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from symcause.errors import ProblemError
from symcause.families.textgraph.files.table_files import csv_rows
from symcause.formats.storage.byte_streams import opened
from symcause.scoring.answer_groups import Grouped, Row, Sheet
from symcause.scoring.group_columns import Column, keyed_table, mean, size, spread, table_of
from symcause.scoring.overlap import Overlap
from symcause.scoring.score_table import Cell, Table, integer, word

COLUMNS = ("nodes", "edges", "node_fp", "node_fn", "edge_fp", "edge_fn")


@dataclass(frozen=True)
class Annotated:
    """A graph that two annotators read, and where the second differs from gold."""

    id: str
    nodes: int
    edges: int
    node_fp: int
    node_fn: int
    edge_fp: int
    edge_fn: int

    @property
    def pairs(self) -> int:
        """Where an edge may be."""
        return self.nodes * (self.nodes - 1)


def read_annotations(path: str | Path) -> list[Annotated]:
    """A CSV file: the id of a graph, and :data:`COLUMNS`."""
    graphs = []
    with opened(path) as source:
        for document in csv_rows(source):
            row = document.value if isinstance(document.value, Mapping) else {}
            numbers = {name: _count(row.get(name)) for name in COLUMNS}
            wrong = next((name for name, n in numbers.items() if n is None), None)
            remedy = f"columns: article,{','.join(COLUMNS)}"
            if wrong is not None:
                text, value = f"{wrong} is no whole number", row.get(wrong)
                raise ProblemError(text, place=document.place, value=value, remedy=remedy)
            graph = Annotated(str(next(iter(row.values())) or ""), **numbers)  # type: ignore[arg-type]
            if graph.node_fn > graph.nodes or graph.edge_fn > graph.edges:
                raise ProblemError("more is missing than there is", place=document.place)
            graphs.append(graph)
    if not graphs:
        raise ProblemError("no graph in it", file=str(path))
    return graphs


def _count(cell: object) -> int | None:
    text = str(cell).strip() if cell is not None else ""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def kappa(common: int, found: int, true: int, pairs: int) -> float | None:
    """Cohen's κ of two choices among this many pairs; None where chance alone would agree."""
    agreed = pairs - found - true + 2 * common
    chance = (found * true + (pairs - found) * (pairs - true)) / pairs if pairs else 0.0
    return (agreed - chance) / (pairs - chance) if pairs != chance else None


_SHEET = Sheet(numbers=("precision", "recall", "f1", "shd", "normalised", "kappa"))


def annotator_tables(graphs: Sequence[Annotated]) -> Iterator[Table]:
    """The graphs one by one, and what they come to."""
    total = Annotated("total", *(sum(getattr(g, name) for g in graphs) for name in COLUMNS))
    note = "Where a second annotator differs from gold: numbers of nodes and edges for every graph"
    yield keyed_table("annotators", "Graphs annotated twice", _GRAPH, (*graphs, total), note)
    grouped = Grouped(_SHEET, "of")
    for graph in graphs:
        for kind, row in _kinds(graph, graph.pairs):
            grouped.take((kind,), row, graph.id)
    every = sum(graph.pairs for graph in graphs)
    for kind, row in _kinds(total, every):
        grouped.take((f"{kind}, all graphs together",), row, "total")
    note = (
        "Agreement of two annotators: means and population deviations over the n graphs; SHD: too many and "
        "too few, normalised by gold's number; κ: of edges, among ordered pairs of nodes; all graphs "
        "together: their numbers added up"
    )
    labelled = [({"of": str(kind)}, group) for (kind,), group in grouped.groups.items()]
    title = "Agreement of annotators"
    yield table_of("annotation", title, ("of",), _AGREEMENT, labelled, note)


def _kinds(graph: Annotated, pairs: int) -> Iterator[tuple[str, Row]]:
    n, m = graph.nodes, graph.edges
    common = m - graph.edge_fn
    agreed = kappa(common, common + graph.edge_fp, m, pairs)
    yield "nodes", _row(n, graph.node_fp, graph.node_fn)
    yield "edges", {**_row(m, graph.edge_fp, graph.edge_fn), "kappa": agreed}
    wrong = graph.node_fp + graph.edge_fp, graph.node_fn + graph.edge_fn
    yield "nodes and edges", _row(n + m, *wrong)


def _row(true: int, fp: int, fn: int) -> dict[str, object]:
    overlap = Overlap.of(true - fn, true - fn + fp, true)
    shares = {"precision": overlap.precision, "recall": overlap.recall, "f1": overlap.f1}
    row: dict[str, object] = {name: float(share) for name, share in shares.items()}
    return {**row, "shd": fp + fn, "normalised": (fp + fn) / true if true else None}


_GRAPH: tuple[tuple[str, Callable[[Annotated], Cell]], ...] = (
    ("graph", lambda graph: word(graph.id)),
    ("nodes", lambda graph: integer(graph.nodes)),
    ("edges", lambda graph: integer(graph.edges)),
    ("node FP", lambda graph: integer(graph.node_fp)),
    ("node FN", lambda graph: integer(graph.node_fn)),
    ("edge FP", lambda graph: integer(graph.edge_fp)),
    ("edge FN", lambda graph: integer(graph.edge_fn)),
)
_AGREEMENT: tuple[Column, ...] = (
    ("n", size),
    *(
        column
        for name in _SHEET.numbers
        for head in ({"f1": "F1", "shd": "SHD", "kappa": "κ"}.get(name, name),)
        for column in ((head, mean(name, 4)), (f"{head} ±", spread(name, 4)))
    ),
)
