"""Pair files of the textgraph family: lists of pairs, or a matrix of similarities."""

from __future__ import annotations

import csv
import io
from decimal import Decimal

from symcause.errors import ProblemError
from symcause.formats.json_text import read_json
from symcause.formats.pools.foreign_values import Placed
from symcause.formats.pools.problem_files import named_by_option, read_text
from symcause.formats.strict_json import exact_decimal


def read_pairs(path: str) -> list[tuple[str, str]]:
    """A JSON list of ``[gold, answer]`` names."""
    pairs: list[tuple[str, str]] = []
    with named_by_option():
        document = read_json(read_text(path), file=path)
    for pair in Placed(document).parts():
        names = pair.texts()
        if len(names) != 2:
            raise ProblemError("a pair has two names", file=path, place=pair.place)
        pairs.append((names[0], names[1]))
    return pairs


def read_similarity(path: str) -> dict[tuple[str, str], Decimal]:
    """A CSV matrix: gold names in the first column, answer names in the first row."""
    with named_by_option():
        text = read_text(path)
    rows = [row for row in csv.reader(io.StringIO(text)) if any(row)]
    if not rows or len(rows[0]) < 2:
        raise ProblemError("no matrix in it", file=path, remedy="gold rows, answer columns")
    columns = rows[0][1:]
    similarity: dict[tuple[str, str], Decimal] = {}
    for number, row in enumerate(rows[1:], start=2):
        if len(row) != len(columns) + 1:
            raise ProblemError(
                f"{len(row) - 1} values for {len(columns)} columns",
                file=path,
                place=f"row {number}",
            )
        for answer, cell in zip(columns, row[1:], strict=True):
            similarity[row[0], answer] = _value(cell, path, f"row {number}, column {answer}")
    return similarity


def _value(cell: str, path: str, place: str) -> Decimal:
    value = exact_decimal(cell.strip())
    if value is None or not value.is_finite():
        raise ProblemError("a similarity is a number", file=path, place=place, value=cell)
    return value
