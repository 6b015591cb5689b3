"""Row tables in linear questions: how measurements become problems."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.question import option
from symcause.audits.tables.column_choice import chosen_columns, comma_names
from symcause.audits.tables.row_tables import RowTables
from symcause.audits.tables.table_summary import Facts
from symcause.errors import ProblemError, SymcauseError, UsageError, did_you_mean
from symcause.families.linear.questions.options import SEMANTICS
from symcause.formats.python_rows import is_missing
from symcause.formats.tables.column_names import check_names, held_by

if TYPE_CHECKING:
    from symcause.families.linear.problem.problem import LinearProblem
    from symcause.formats.tables.row_files import Line

_PLACE = re.compile(r"(?P<table>records|chain), row (?P<row>\d+)(?:, column '(?P<column>.*)')?")
CHAIN = (
    "rows with a column of what was set are one chain, each reading goes on from the one before "
    "(semantics {}); if each is an experiment of its own, say --independent"
)
"""What to say of rows under interventions that nobody called a chain."""


@dataclass(frozen=True)
class Rows(RowTables["LinearProblem", "_Taker"]):
    """Records and readings of a chain, one a row."""

    wanted: ClassVar[tuple[str, ...]] = ("target",)

    target: str | None = option(
        None, "Rows of numbers: the variable that is asked for (linear problems).", metavar="NAME"
    )
    controllable: str | None = option(
        None, "Rows: what can be set (default: all but the target).", "names", metavar="A,B"
    )
    kind: str | None = option(
        None, "Rows: what the equations are.", "choice", choices=("linear", "quadratic")
    )
    rounding: str | None = option(
        None, "Rows: the printed unit; values are within half of it (0).", metavar="NUMBER"
    )
    unobserved: str | None = option(
        None, "Rows: variables without readings (no columns).", "names", metavar="A,B"
    )
    record: str = option("record", "Rows: the column that names a record.", metavar="COLUMN")
    part: str = option(
        "part",
        "Rows: the column with record or chain (without one all rows are a chain if there is a column "
        "of what was set, else records).",
        metavar="COLUMN",
    )

    independent: bool = option(
        False,
        "Rows of numbers: each is an experiment of its own, a record, also where something was set.",
        "flag",
    )
    semantics: str | None = option(
        None,
        "The meaning of an intervention. do is one experiment at a time; hold data read as do give wrong "
        "verdicts.",
        "choice",
        choices=SEMANTICS,
    )

    def header(self, columns: Sequence[str]) -> tuple[str, ...]:
        special = (self.do, self.record, self.part)
        rest = [name for name in columns if name not in special]
        free = tuple(name for name in rest if held_by(name, self.do) not in rest)
        names = chosen_columns(self.variables, columns, "--variables", free) or free
        names = (
            *names,
            *(name for name in comma_names(self.unobserved) or () if name not in names),
        )
        check_names(
            [*names, *(name for name in rest if "=" in (held_by(name, self.do) or ""))], self.do
        )
        if self.target not in names:
            raise UsageError(
                "no such variable",
                place="--target",
                value=self.target,
                remedy=did_you_mean(str(self.target), names),
            )
        return names

    def taker(self, names: tuple[str, ...]) -> _Taker:
        return _Taker(self, names)

    def posed(self, id: str, names: tuple[str, ...], taken: _Taker, gold: object) -> LinearProblem:
        from symcause.families.linear.files.frame_rows import Columns, problem_of_tables

        stated = {
            "id": id,
            "target": self.target,
            "controllable": comma_names(self.controllable),
            "family": self.kind,
            "rounding": self.rounding,
            "unobserved": comma_names(self.unobserved),
            "semantics": self.semantics,
            "gold": gold,
        }
        rows = {name: [cells for cells, _ in table] or None for name, table in taken.tables.items()}
        columns = Columns(self.do, self.record)
        try:
            tables = rows["records"], rows["chain"]
            return problem_of_tables(*tables, columns, names, stated, acted=True)
        except SymcauseError as error:
            raise taken.placed(error) from None

    def facts(self, problem: LinearProblem, taken: _Taker) -> Facts:
        acts = [state for state in problem.chain if state.acted]
        counts = {
            "record": len(problem.records),
            "record with an intervention": taken.set,
            "reading in a chain": len(problem.chain),
            "reading after an intervention": len(acts),
        }
        sets = {"target": (problem.target,), "controllable": problem.controllable}
        guesses = () if taken.told or not acts else (CHAIN.format(problem.semantics),)
        holes = len(problem.unobserved) * (len(problem.records) + len(problem.chain))
        return Facts("linear", counts, sets, holes, guesses)


@dataclass
class _Taker:
    """The rows of one problem, each with its line, by table."""

    options: Rows
    names: tuple[str, ...]
    tables: dict[str, list[tuple[dict[str, object], Line]]] = field(
        default_factory=lambda: {"records": [], "chain": []}
    )
    set: int = 0  # records in which something was set
    told: bool = True  # did the user say what is a record and what a reading of a chain?

    def enter(self, line: Line) -> None:
        rows, cells = self.options, line.cells
        held = {name: v for column in cells if (name := held_by(column, rows.do)) in self.names
                and (v := cells[column]) is not None}  # fmt: skip
        done = cells.get(rows.do)
        if held and done is not None:
            raise ProblemError("told twice", place=line.at(rows.do), value=done)
        row = {name: None if cells.get(name) == "?" else cells.get(name) for name in self.names}
        columns_of_do = any(held_by(column, rows.do) in self.names for column in cells)
        table = self._table(line, rows.do in cells or columns_of_do)
        if held or done is not None:
            row[rows.do] = held or done
            self.set += table == "records"
        if table == "records" and not is_missing(cells.get(rows.record)):
            row[rows.record] = cells[rows.record]
        self.tables[table].append((row, line))

    def _table(self, line: Line, acted: bool) -> str:
        """Is the row a record or a reading of the chain?"""
        word = line.cells.get(self.options.part)
        if self.options.independent:
            if word is not None:
                raise ProblemError(
                    "told twice",
                    place=line.at(self.options.part),
                    value=word,
                    remedy="leave out --independent, or the column",
                )
            return "records"
        if word is None:
            self.told &= not acted
            return "chain" if acted else "records"
        table = {"record": "records", "records": "records", "chain": "chain"}.get(str(word))
        if table is None:
            raise ProblemError(
                "neither record nor chain", place=line.at(self.options.part), value=word
            )
        return table

    def placed(self, error: SymcauseError) -> SymcauseError:
        """A complaint about a row, at its line of the file."""
        match = _PLACE.fullmatch(error.complaint.place or "")
        if match is None:
            return error
        line = self.tables[match["table"]][int(match["row"]) - 1][1]
        place = line.at(match["column"]) if match["column"] else line.place or "the row"
        return error.placed(place).at(file=line.file)
