"""Graphs as adjacency matrices in CSV.

The first line names the columns. The first column may name the rows (then in any order; the first cell of
the header may be empty). A square matrix of zeros and ones alone has no names: its nodes are X1, X2, ….
Blanks around a cell are no part of it, so a name that begins or ends with one cannot be written.

>>> read_matrix(",A,B\\nA,0,1\\nB,0,0").edges
(('A', 'B'),)
"""

from __future__ import annotations

import csv
import io

from symcause.errors import ProblemError
from symcause.formats.graph_notations.graph_builder import GraphParts
from symcause.models.dags import MAX_NODES
from symcause.models.graph_forms.graph_protocol import Graph

_VALUES = {"0": False, "1": True, "0.0": False, "1.0": True}
_REMEDY = (
    "give a header of names and a square matrix of 0 and 1, or edges as A -> B "
    "(rows that were observed: symcause convert)"
)


def read_matrix(text: str, *, paired: bool = False) -> GraphParts:
    """The graph that an adjacency matrix describes; *paired*: with undirected edges both ways.

    Where they stand both ways and others do not, programs differ in what a row means: unless it was said
    (*paired*), that is refused.
    """
    parts = _read_matrix(text)
    if paired or not (drawn := parts.drawn()).undirected or not drawn.directed:
        return parts
    raise ProblemError(
        "undirected edges beside directed ones: whether a 1 in row A, column B is an arrow from A (csv) "
        "or into A (pcalg) is not stated",
        value=" - ".join(drawn.undirected[0]),
        remedy="say --format csv or --format pcalg",
    )


def _read_matrix(text: str) -> GraphParts:
    rows = _rows(text) if "," in text else _printed(text)
    header, numbered = [cell.strip() for cell in rows[0][1]], rows[1:]
    if len(rows) == len(header) and all(cell in _VALUES for cell in header):
        header, numbered = [f"X{k}" for k in range(1, len(rows) + 1)], rows
    named = len(header) == len(numbered) + 1
    columns = header[1:] if named else header
    if len(columns) != len(numbered):
        raise ProblemError(
            f"the matrix is not square: {len(numbered)} rows, {len(columns)} columns",
            remedy=_REMEDY,
        )
    parts = GraphParts(declared=True, paired=True)
    for name in columns:
        parts.new_node(name, f"line {rows[0][0]}")
    seen: set[str] = set()
    for position, (line, row) in enumerate(numbered):
        cells = [cell.strip() for cell in row]
        cause = cells.pop(0) if named else columns[position]
        if named and (cause not in columns or cause in seen):
            raise ProblemError(
                "the rows must bear the names of the columns, each once",
                place=f"line {line}",
                value=cause,
                remedy=_REMEDY,
            )
        seen.add(cause)
        _read_row(parts, cause, columns, cells, line)
    return parts


def _read_row(
    parts: GraphParts, cause: str, columns: list[str], cells: list[str], line: int
) -> None:
    if len(cells) != len(columns):
        raise ProblemError(
            f"{len(cells)} values for {len(columns)} columns", place=f"line {line}", remedy=_REMEDY
        )
    for effect, cell in zip(columns, cells, strict=True):
        place = f"line {line}, column {effect}"
        if cell not in _VALUES:
            raise ProblemError("a cell is 0 or 1", place=place, value=cell, remedy=_REMEDY)
        if _VALUES[cell]:
            parts.edge(cause, effect, place)


def _printed(text: str) -> list[tuple[int, list[str]]]:
    """The rows of a matrix as R prints it: blanks between the cells, points for zeros, no first cell."""
    rows = [(i, line.split()) for i, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if not rows or len(rows) > MAX_NODES + 1:
        raise ProblemError(f"a matrix has at least one row and at most {MAX_NODES}", remedy=_REMEDY)
    if len(rows) > 1 and len(rows[1][1]) == len(rows[0][1]) + 1:
        rows[0] = rows[0][0], ["", *rows[0][1]]
    return [(line, ["0" if cell == "." else cell for cell in row]) for line, row in rows]


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """The rows that are not blank, with their line numbers."""
    reader = csv.reader(io.StringIO(text), strict=True)
    rows = []
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                rows.append((reader.line_num, row))
            if len(rows) > MAX_NODES + 1:
                raise ProblemError(f"more than {MAX_NODES} rows", place=f"line {reader.line_num}")
    except csv.Error as error:
        raise ProblemError(f"not CSV: {error}", place=f"line {reader.line_num}") from None
    if not rows:
        raise ProblemError("the file is empty")
    return rows


def write_matrix(graph: Graph) -> str:
    """The adjacency matrix of a graph, with names in the first line and column."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(["", *graph.nodes])
    edges = set(graph.edges)
    for cause in graph.nodes:
        writer.writerow([cause, *(int((cause, effect) in edges) for effect in graph.nodes)])
    return stream.getvalue()
