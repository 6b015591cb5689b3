"""CausalLink tables as ShapeWorld files: results and datasets in CSV, read and written.

Results: ``structure,setup,cause,effect,ground_truth,error,result,n_step``; ``setup`` is a printed set
of indices, ``result`` is True, False or empty, ``error`` is empty or text. Dataset:
``structure,causal_flag,shapes,num_var``; ``shapes`` is a printed list of names. Neither holds the world,
so no optimum follows from them. The release writes a first column without a name, the row's number, and
``frozenset({0, 2})``, ``frozenset()``; tables without the column and sets printed as ``{0, 2}`` or
``set()`` are read too. What is written has the released form.

>>> row = ResultRow("mediation", (0, 2), "circle", "square", True, "", False, 1)
>>> print(write_results([row]), end="")
,structure,setup,cause,effect,ground_truth,error,result,n_step
0,mediation,"frozenset({0, 2})",circle,square,True,,False,1
"""

from __future__ import annotations

import ast
import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
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
DATASET_COLUMNS = ("structure", "causal_flag", "shapes", "num_var")

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


@dataclass(frozen=True)
class DatasetRow:
    """One case of a dataset, without its world."""

    structure: str
    causal: bool
    shapes: tuple[str, ...]

    @property
    def size(self) -> int:
        return len(self.shapes)


def read_results(source: Source) -> list[ResultRow]:
    """The rows of a results table. Raises ProblemError with the line that cannot be read."""
    return list(_rows(source, RESULT_COLUMNS, _result))


def read_dataset(source: Source) -> list[DatasetRow]:
    """The rows of a dataset. Raises ProblemError with the line that cannot be read."""
    return list(_rows(source, DATASET_COLUMNS, _case))


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


def _case(row: dict[str, str]) -> DatasetRow:
    try:
        names = ast.literal_eval(row["shapes"])
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        names = None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        _refuse("shapes", row["shapes"], "write ['circle', 'square']")
    if len(names) != _whole("num_var", row["num_var"]):
        _refuse("num_var", row["num_var"], f"{len(names)} shapes are listed")
    return DatasetRow(row["structure"], _flag("causal_flag", row["causal_flag"]), tuple(names))


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


def write_results(rows: Iterable[ResultRow]) -> str:
    """A results table."""
    return _written(
        RESULT_COLUMNS,
        (
            (
                row.structure,
                f"frozenset({{{', '.join(map(str, row.setup))}}})" if row.setup else "frozenset()",
                row.cause,
                row.effect,
                row.truth,
                row.error,
                "" if row.result is None else row.result,
                row.n_step,
            )
            for row in rows
        ),
    )


def write_dataset(rows: Iterable[DatasetRow]) -> str:
    """A dataset table."""
    return _written(
        DATASET_COLUMNS,
        ((row.structure, row.causal, list(row.shapes), row.size) for row in rows),
    )


def _written(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("", *columns))
    writer.writerows((number, *row) for number, row in enumerate(rows))
    return text.getvalue()
