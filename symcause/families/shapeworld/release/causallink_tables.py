"""CausalLink tables of the ShapeWorld release: results in CSV, read; datasets are refused.

Results: ``structure,setup,cause,effect,ground_truth,error,result,n_step``; ``setup`` is a printed set
of indices, ``result`` is True, False or empty, ``error`` is empty or text. They do not hold the world, so
no optimum follows from them. The release writes a first column without a name, the row's number, and
``frozenset({0, 2})``, ``frozenset()``; tables without the column and sets printed as ``{0, 2}`` or
``set()`` are read too.

>>> ResultRow("mediation", (0, 2), "circle", "square", True, "", False, 1).interventions
2
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NoReturn, TypeVar

from symcause.errors import ProblemError
from symcause.formats.json_text import decode_text
from symcause.formats.pools.json_documents import Document
from symcause.formats.storage.byte_streams import Source

R = TypeVar("R")

RESULT_COLUMNS = (
    *("structure", "setup", "cause", "effect", "ground_truth", "error", "result", "n_step"),
)
_INDICES = r"\{\s*\d{1,9}(?:\s*,\s*\d{1,9})*\s*\}"
_SET = re.compile(rf"(?:frozen)?set\(\)|frozenset\({_INDICES}\)|{_INDICES}")
_FLAGS = {"True": True, "False": False}


@dataclass(frozen=True)
class ResultRow:
    """The result of one case."""

    structure: str
    setup: tuple[int, ...]
    cause: str
    effect: str
    truth: bool
    error: str
    result: bool | None
    n_step: int

    @property
    def interventions(self) -> int:
        """What the published tables call steps."""
        return self.n_step + 1


def read_results(source: Source) -> list[ResultRow]:
    """The rows of a results table. Raises ProblemError with the line that cannot be read."""
    return list(_rows(source, RESULT_COLUMNS, _result))


def no_problems(source: Source) -> Iterator[Document]:
    """A dataset in the place of problems: refused, because it holds neither questions nor worlds."""
    raise ProblemError(
        "this is a dataset of CausalLink: it holds neither questions nor worlds",
        file=source.file,
        remedy="give results, transcripts or symcause.shapeworld/1 files",
    )


def _rows(
    source: Source, columns: Sequence[str], read: Callable[[dict[str, str]], R]
) -> Iterator[R]:
    text = decode_text(source.rest(), file=source.file)
    table = csv.DictReader(io.StringIO(text), strict=True)
    names = tuple(table.fieldnames or ())
    if names not in (tuple(columns), ("", *columns)):
        raise ProblemError(
            "not the columns of this table",
            file=source.file,
            value=",".join(table.fieldnames or ()),
            remedy=f"they are {','.join(columns)}",
        )
    try:
        for row in table:
            if None in row or None in row.values():
                raise ProblemError("too many or too few values")
            yield read(row)
    except csv.Error as error:
        raise ProblemError(
            f"no CSV: {error}", file=source.file, place=f"line {table.line_num}"
        ) from None
    except ProblemError as error:
        raise error.at(file=source.file, place=f"line {table.line_num}") from None


def _result(row: dict[str, str]) -> ResultRow:
    setup = row["setup"].strip()
    if not _SET.fullmatch(setup):
        _refuse("setup", setup, "write frozenset({0, 2}) or frozenset()")
    result = row["result"].strip()
    if result not in ("", *_FLAGS):
        _refuse("result", result, "write True, False or nothing")
    return ResultRow(
        row["structure"],
        tuple(sorted(int(digits) for digits in re.findall(r"\d+", setup))),
        row["cause"],
        row["effect"],
        _flag("ground_truth", row["ground_truth"]),
        row["error"],
        _FLAGS.get(result),
        _whole("n_step", row["n_step"]),
    )


def _refuse(column: str, value: str, remedy: str) -> NoReturn:
    raise ProblemError("not a value of this column", place=column, value=value, remedy=remedy)


def _flag(column: str, value: str) -> bool:
    if value.strip() not in _FLAGS:
        _refuse(column, value, "write True or False")
    return _FLAGS[value.strip()]


def _whole(column: str, value: str) -> int:
    if not re.fullmatch(r"\d{1,9}", value.strip()):
        _refuse(column, value, "write a whole number")
    return int(value)
