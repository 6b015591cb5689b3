"""Answer tables, a format of files: one answer a line, separated by commas or tabs.

A column names the problem, another one holds the answer; what else there is, the system among it, is read
as the keys of a prediction are. An empty cell is an empty answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from symcause.errors import ProblemError, SymcauseError
from symcause.formats.answer_files.prediction_document import (
    ANSWERS,
    IDS,
    PROBLEM,
    Keys,
    answer_missing,
    has_answer,
)
from symcause.formats.pools.json_documents import Document
from symcause.formats.problems import foreign_of
from symcause.formats.storage.byte_streams import STANDARD_INPUT
from symcause.formats.tables.row_files import opened_table

SUFFIXES = (".csv", ".tsv")
"""How such files end."""


def is_answer_table(path: str | Path) -> bool:
    """Is a file a table that names problems?"""
    if str(path) == STANDARD_INPUT or Path(path).suffix.lower() not in SUFFIXES:
        return False
    try:
        with opened_table(path) as table:
            return not {*IDS, PROBLEM}.isdisjoint(table.columns)
    except SymcauseError:
        return False


def answer_rows(path: str | Path, keys: Keys = ()) -> Iterator[Document]:
    """The rows of the table as the documents of a prediction file."""
    held = keys or ANSWERS
    with opened_table(path) as table:
        names = dict.fromkeys(table.columns)
        if not has_answer(names, keys) and foreign_of(names) is None:
            message, remedy = answer_missing(names, keys)
            raise ProblemError(message, remedy=remedy)
        for line in table.rows:
            cells = {name: cell for name, cell in line.cells.items() if cell is not None}
            empty = {name: "" for name in line.cells if name in held and name not in cells}
            yield Document({**cells, **empty}, line.file)


def refuse_other_table(path: str | Path) -> None:
    """Say what is missing in a table that names no problems."""
    if Path(path).suffix.lower() in SUFFIXES:
        raise ProblemError(
            "a table of answers names its problems",
            remedy="give it the columns instanceId, model and response",
        )
