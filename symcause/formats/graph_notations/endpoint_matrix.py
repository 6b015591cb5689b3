"""Graphs as a matrix of endpoint codes, as causal-learn and pcalg print them.

| coding | cell [a, b] | codes |
| --- | --- | --- |
| ``causal-learn`` | the mark at a of the edge a - b | 0, -1 tail, 1 arrowhead, 2 circle |
| ``pcalg`` (``amat.cpdag``) | is there an arrowhead at a? | 0, 1; both 1: undirected |
| ``pcalg-pag`` (``amat.pag``) | the mark at b of the edge a - b | 0, 1 circle, 2 arrowhead, 3 tail |

The coding is told by -1, by 3, by the line ``… of type 'cpdag'`` that R prints, or by the first cell of a
table. Zeros and ones alone mean different things to different programs: where that matters, they are
refused and ``--format`` says which is meant. Layouts: CSV, what R prints, what numpy prints.

>>> [str(edge) for edge in read_endpoints("[[ 0 -1  0]\\n [ 1  0 -1]\\n [ 0 -1  0]]").drawn().edges]
['X1 --> X2', 'X2 --- X3']
>>> [str(edge) for edge in read_endpoints("  A B\\nA . 1\\nB . .", "pcalg").drawn().edges]
['B --> A']
"""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass

from symcause.bounds.formats_bounds import MATRIX_HEAD
from symcause.errors import LimitError, ProblemError
from symcause.formats.graph_notations.graph_builder import GraphParts
from symcause.models.dags import MAX_NODES
from symcause.models.graph_forms.marked_graphs import Mark, MarkedEdge, MarkedGraph

CODINGS = ("causal-learn", "pcalg", "pcalg-pag")

_CODES = {
    "causal-learn": {-1: Mark.TAIL, 1: Mark.ARROW, 2: Mark.CIRCLE},
    "pcalg": {0: Mark.TAIL, 1: Mark.ARROW},
    "pcalg-pag": {1: Mark.CIRCLE, 2: Mark.ARROW, 3: Mark.TAIL},
}
_TYPED = re.compile(
    r"\s*Adjacency Matrix 'amat' \(\d+ x \d+\) of type\s*\W?(?P<type>\w+)\W?:?\s*\n"
)
_CORNERS = {"causal-learn": "causal-learn", "amat.cpdag": "pcalg", "amat.pag": "pcalg-pag"}
_TYPES = {"cpdag": "pcalg", "dag": "pcalg", "pdag": "pcalg", "pag": "pcalg-pag", "mag": "pcalg-pag"}
_NUMPY = re.compile(r"\s*(?:array\()?\[\s*\[\s*-?\d")
_UNNAMED = re.compile(r"\s*\[,1\]")
_CELL = re.compile(r"[+-]?\d{1,3}(?:\.0*)?|\.")
_TOLD = re.compile(r",\s*(?:-1|2|3)\s*(?:,|\Z)", re.MULTILINE)
_QUOTED = re.compile(r'"[^"]*+"')
_REMEDY = "give a square matrix of endpoint codes, with a header of names or none"


def looks_like_endpoints(text: str) -> bool:
    """True if the text opens as numpy or R print a matrix, or says whose codes it has."""
    if _TYPED.match(text) or _NUMPY.match(text) or _UNNAMED.match(text):
        return True
    lines = [line for line in text.splitlines()[:2] if line.strip()]
    if not lines:
        return False
    if "," in lines[0]:
        corner = lines[0].split(",")[0].strip().strip('"')
        return corner in _CORNERS or bool(_TOLD.search(_cells_alone(text[:MATRIX_HEAD])))
    cells = lines[1].split() if len(lines) > 1 else []
    return len(cells) == len(lines[0].split()) + 1 and all(map(_CELL.fullmatch, cells[1:]))


def _cells_alone(text: str) -> str:
    """A table without quoted names, and without the header if its first cell is empty."""
    bare = _QUOTED.sub("", text).lstrip()
    return bare.partition("\n")[2] if bare.startswith(",") else bare


def read_endpoints(text: str, coding: str | None = None) -> GraphParts:
    """The graph that a matrix of endpoint codes describes, in a *coding* or in the one that it shows."""
    table = _table(text)
    coding = coding or table.coding or _shown(table)
    parts = read_codes(table.names, table.cells, coding)
    parts.partly = table.kind in ("cpdag", "pdag")
    return parts


def read_codes(
    names: tuple[str, ...], cells: tuple[tuple[int, ...], ...], coding: str
) -> GraphParts:
    """The graph whose edges these codes describe."""
    parts = GraphParts(declared=True)
    for name in names:
        parts.new_node(name, "line 1")
    codes = _CODES[coding]
    for i, one in enumerate(names):
        if cells[i][i]:
            raise ProblemError("the diagonal is 0", place=f"row {one}", value=cells[i][i])
        for j in range(i):
            pair = cells[i][j], cells[j][i]
            if pair == (0, 0):
                continue
            at_i, at_j = pair if coding != "pcalg-pag" else pair[::-1]
            if coding == "pcalg" and pair == (1, 1):
                at_i = at_j = 0
            other, place = names[j], f"row {one}, column {names[j]}"
            if at_i not in codes or at_j not in codes:
                raise ProblemError(
                    f"no pair of codes of {coding}",
                    place=place,
                    value=f"{pair[0]} and {pair[1]}",
                    remedy="--format names another coding: " + ", ".join((*CODINGS, "csv")),
                )
            parts.mark(MarkedEdge(other, codes[at_j], codes[at_i], one), place)
    return parts


def _shown(table: _Table) -> str:
    """The coding that the codes give away."""
    values = {cell for row in table.cells for cell in row}
    if -1 in values:
        return "causal-learn"
    if 3 in values:
        return "pcalg-pag"
    size = range(len(table.names))
    if values <= {0, 1} and all(table.cells[i][j] == table.cells[j][i] for i in size for j in size):
        return "pcalg"  # nothing but undirected edges
    raise ProblemError(
        "whose codes these are is not stated: a 1 in row A, column B is an arrow from A (csv) or "
        "into A (pcalg)"
        if values <= {0, 1}
        else "whose codes these are is not stated",
        remedy=f"say --format {', '.join(CODINGS)} or csv",
    )


@dataclass(frozen=True)
class _Table:
    names: tuple[str, ...]
    cells: tuple[tuple[int, ...], ...]
    coding: str | None = None
    kind: str | None = None


def _table(text: str) -> _Table:
    typed = _TYPED.match(text)
    kind = None if typed is None else typed["type"].lower()
    if kind is not None and kind not in _TYPES:
        raise ProblemError("an unknown type of matrix", value=kind, remedy=", ".join(_TYPES))
    body = text[typed.end() :] if typed else text
    coding = None if kind is None else _TYPES[kind]
    if _NUMPY.match(body):
        rows = [
            re.split(r"[\s,]+", row.strip(" ,\n\t")) for row in re.findall(r"\[([^\[\]]*)\]", body)
        ]
        return _Table(_numbered(len(rows)), _cells(rows, _numbered(len(rows))), coding, kind)
    if "," in body.replace("[,", "").replace(",]", ""):
        try:
            table = csv.reader(io.StringIO(body), strict=True, skipinitialspace=True)
            lines = [row for row in table if any(row)]
        except csv.Error as error:
            raise ProblemError(f"not CSV: {error}") from None
        coding = coding or _CORNERS.get(lines[0][0].strip())
    else:
        printed = [line.split() for line in body.splitlines() if line.strip()]
        lines = [[cell.strip('"') for cell in line] for line in printed]
    return _headed([[cell.strip() for cell in line] for line in lines], coding, kind)


def _headed(lines: list[list[str]], coding: str | None, kind: str | None) -> _Table:
    if not lines:
        raise ProblemError("the file is empty", remedy=_REMEDY)
    if len(lines) > MAX_NODES + 1:
        raise LimitError(f"a graph may have at most {MAX_NODES} nodes", value=len(lines))
    if all(map(_CELL.fullmatch, lines[0])) and len(lines[0]) == len(lines):
        return _Table(_numbered(len(lines)), _cells(lines, _numbered(len(lines))), coding, kind)
    header, rows = lines[0], lines[1:]
    if len(header) == len(rows) + 1:  # a first cell above the names of the rows
        header = header[1:]
    names = tuple(_numbered(len(rows)) if header[:1] == ["[,1]"] else header)
    if len(names) != len(rows):
        raise ProblemError(
            f"the matrix is not square: {len(rows)} rows, {len(names)} columns", remedy=_REMEDY
        )
    found = []
    for i, row in enumerate(rows):
        named = len(row) == len(names) + 1
        if named and row[0] not in (names[i], f"[{i + 1},]"):
            raise ProblemError(
                "the rows must bear the names of the columns, in their order",
                place=f"row {i + 1}",
                value=row[0],
                remedy="write the whole matrix in one block: options(width = 10000) in R",
            )
        found.append(row[1:] if named else row)
    return _Table(names, _cells(found, names), coding, kind)


def _numbered(size: int) -> tuple[str, ...]:
    return tuple(f"X{k}" for k in range(1, size + 1))


def _cells(rows: list[list[str]], names: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    if len(rows) > MAX_NODES:
        raise LimitError(f"a graph may have at most {MAX_NODES} nodes", value=len(rows))
    for name, row in zip(names, rows, strict=True):
        if len(row) != len(names):
            raise ProblemError(
                f"{len(row)} values for {len(names)} columns", place=f"row {name}", remedy=_REMEDY
            )
        for other, cell in zip(names, row, strict=True):
            if not _CELL.fullmatch(cell):
                raise ProblemError(
                    "not a code", place=f"row {name}, column {other}", value=cell, remedy=_REMEDY
                )
    return tuple(tuple(0 if c == "." else int(c.partition(".")[0]) for c in row) for row in rows)


def write_endpoints(graph: MarkedGraph, coding: str) -> str:
    """The matrix as CSV, whose first cell says whose codes it has."""
    if coding == "pcalg" and graph.others:
        coding = "pcalg-pag"
    number = {mark: code for code, mark in _CODES[coding].items()}
    at = {name: i for i, name in enumerate(graph.nodes)}
    cells = [[0] * len(at) for _ in at]
    for edge in graph.edges:
        i, j = at[edge.one], at[edge.other]
        here, there = number[edge.at_one], number[edge.at_other]
        if coding == "pcalg" and edge.is_undirected:
            here = there = 1
        cells[i][j], cells[j][i] = (here, there) if coding != "pcalg-pag" else (there, here)
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    corner = next(cell for cell, known in _CORNERS.items() if known == coding)
    writer.writerow([corner, *graph.nodes])
    writer.writerows([name, *row] for name, row in zip(graph.nodes, cells, strict=True))
    return stream.getvalue()
