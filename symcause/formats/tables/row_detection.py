"""Detection of rows: which files are tables of observations, and no graphs or published tables."""

from __future__ import annotations

import csv
from itertools import islice
from pathlib import Path

from symcause.bounds.formats_bounds import DETECTED_LENGTH
from symcause.errors import ProblemError, SymcauseError
from symcause.formats.graphs import graph_kind
from symcause.formats.pools.pool_folders import TABLES
from symcause.formats.pools.text_detection import text_of
from symcause.formats.storage.byte_streams import STANDARD_INPUT, opened
from symcause.formats.tables.row_files import opened_table, separator_of, table_files
from symcause.models.number_phrases import plural

IDS = ("problem", "id", "problem_id", "instance")
"""Columns that are likely to name problems: what a message proposes."""

_DOUBTFUL = (None, "matrix", "matrix of endpoint codes")
"""Kinds of graphs that a table of numbers may be taken for."""

_CODES = frozenset(("0", "1", "-1", "2", "3", "0.0", "1.0"))  # of adjacency matrices


def is_row_table(path: str | Path) -> bool:
    """Is a file, told by its ending, a table of rows? One that is broken may have been meant as one."""
    ending = Path(path).suffix.lower()
    if str(path) == STANDARD_INPUT or ending not in TABLES or not Path(path).is_file():
        return False
    if ending == ".parquet":
        return not _is_published(path)
    with opened(path) as source:
        text = text_of(source)
        if text is not None and text.pattern:  # as the files of some family begin
            return False
        head = source.read(DETECTED_LENGTH).decode("utf-8", errors="replace")
    return graph_kind(head) in _DOUBTFUL and not _is_matrix(head, str(path))


def is_row_folder(path: str | Path) -> bool:
    """Is a folder one of tables of rows, and of nothing else that is read?"""
    if str(path) == STANDARD_INPUT or not Path(path).is_dir():
        return False
    from symcause.formats.pools.pool_folders import problem_files

    paths = table_files(path)
    others = [file for file in paths if not is_row_table(file)]
    if len(others) == len(paths) or any(doubt(str(file)) is None for file in others):
        return False  # among rows, a square table of zeros and ones is one of rows, too
    try:
        return not set(problem_files(path)) - set(paths)
    except ProblemError:
        return True


def refuse_rows(path: str) -> None:
    """Say how to convert a table of rows where a problem is wanted."""
    if is_row_table(path):
        raise _unconverted("this is a table of rows, not a problem file", path, path)


def refuse_row_folder(path: str) -> None:
    """The same of a folder of such tables."""
    if is_row_folder(path):
        files = table_files(path)
        text = f"this folder holds {plural(len(files), 'table')} of rows, not problem files"
        raise _unconverted(text, path, str(files[0]))


def _unconverted(message: str, path: str, first: str) -> ProblemError:
    name = path if " " not in path else f"'{path}'"
    with opened_table(first) as table:
        ids = next((column for column in table.columns if column in IDS), None)
    picked = "" if ids is None else f" --id {ids}"
    return ProblemError(
        message,
        file=path,
        remedy=f"convert it first: symcause convert {name}{picked} --roots NAMES --out pool.jsonl "
        "(--target NAME instead of --roots if the cells are numbers)",
    )


def doubt(path: str) -> str | None:
    """What to say of a table that is read as a graph and could be rows: it is square, of zeros and ones."""
    if Path(path).suffix.lower() not in TABLES[:-1] or not Path(path).is_file():
        return None
    with opened(path) as source:
        head = source.read(DETECTED_LENGTH).decode("utf-8", errors="replace")
    lines = head.split("\n")
    if "\ufffd" in lines[0] or "\0" in head:
        return None  # nobody reads it as anything
    if not _is_matrix(head, path) or set("".join(lines[1:])) - set("01,;|\t \r"):
        return None
    separator = separator_of(lines[0], path)
    names = [name.strip() for name in lines[0].split(separator)]
    if _CODES.issuperset(names):
        return None  # nothing but numbers
    told = [line for line in lines if line.strip() and not line.startswith("#")]
    if len({line.count(separator) for line in told}) > 1:
        return None  # it is no matrix either, and whoever reads it says so
    return (
        f"{path}: read as the matrix of a graph; if it holds observations, symcause convert {path} "
        "--roots NAMES --out pool.jsonl makes a problem of them"
    )


def _is_published(path: str | Path) -> bool:
    """Has a Parquet file the columns of published samples or answers, or none that can be read?"""
    try:
        with opened_table(path) as table:
            names = set(table.columns)
    except SymcauseError:
        return True
    return bool(names & {"nodes", "response_answer"} and names & {"edges", "sample_id"})


def _is_matrix(head: str, file: str) -> bool:
    """Is a text the adjacency matrix of a graph: all codes, square, or its rows called as its columns?"""
    lines = [line for line in head.splitlines() if line.strip() and not line.startswith("#")]
    if not lines:
        return False
    reader = csv.reader(lines, delimiter=separator_of(lines[0], file))
    try:
        rows = [[cell.strip() for cell in row] for row in islice(reader, len(lines[0]) + 3)]
    except csv.Error:
        return False
    header, cells = rows[0], rows[1:]
    if not header[0] and [row[:1] for row in cells] == [[str(i)] for i in range(len(cells))]:
        header, cells = header[1:], [row[1:] for row in cells]  # the index that pandas writes
    if _CODES.issuperset(header):
        return True
    labels = [row[0] for row in cells if row]
    named = header[0] != "do" and len(set(labels)) == len(labels) > 0
    if named and set(labels[: len(header)]) <= set(header):
        return True
    codes = all(_CODES.issuperset(row) for row in cells)
    return codes and len(cells) == len(header)
