"""Row tables for audits: how the rows of a file become problems, in every family.

A family has a class with its options as fields. It says how a problem takes rows one by one (*taker*) and
what becomes of them (*posed*); ids, files, gold and the places of complaints are told here, once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar, Generic, Protocol, Self, TypeVar

from symcause.audits.question import option
from symcause.audits.tables.column_choice import comma_names
from symcause.audits.tables.gold_files import Golds, read_golds
from symcause.audits.tables.table_summary import Facts, Summary
from symcause.errors import ProblemError, SymcauseError, UsageError, did_you_mean
from symcause.formats.knowledge_files import Contents
from symcause.formats.pools.pool_folders import TABLES
from symcause.formats.pools.problem_files import Item
from symcause.formats.problems import Problem
from symcause.formats.tables.column_names import check_names, doubts, held_by
from symcause.formats.tables.row_files import (
    Line,
    Table,
    opened_table,
    passed_over,
    table_files,
)


class Taker(Protocol):
    """A gatherer of the rows of one problem."""

    def enter(self, line: Line) -> None:
        """One more row; raises ProblemError with the place of the cell."""


REST = "all columns that are nothing else are variables"
"""What is said where nobody names the variables."""

COUNTED = "the first column has no name and counts the rows: it is passed over"
"""What is said of an index that a program has written."""

_SPECIAL = ("do", "world", "split", "unit", "record", "part")

P = TypeVar("P", bound=Problem)
T = TypeVar("T", bound=Taker)


@dataclass(frozen=True)
class RowTables(ABC, Generic[P, T]):
    """The options that all families share; *wanted* are those that tell whose table it is."""

    wanted: ClassVar[tuple[str, ...]] = ()

    variables: str | None = option(
        None,
        "Rows: the columns that are variables, or patterns of names (default: all that are nothing else).",
        "names",
        metavar="A,B,C",
    )
    do: str = option(
        "do",
        "Rows: the column that says what was set (do); of several names the one that a table has.",
        "names",
        metavar="COLUMN",
    )
    gold: Contents | None = option(
        None,
        "Rows: a file with the true model: one, by id of the problem, or one a line with its id.",
        "contents",
        metavar="FILE",
    )

    everywhere: frozenset[str] = frozenset()
    """The columns of all tables of a folder; none where there is one table."""

    @abstractmethod
    def header(self, columns: Sequence[str]) -> tuple[str, ...]:
        """The variables of a table without the column of ids; refuses columns that are not there."""

    @abstractmethod
    def taker(self, names: tuple[str, ...]) -> T:
        """A gatherer of the rows of one problem."""

    @abstractmethod
    def posed(self, id: str, names: tuple[str, ...], taken: T, gold: object) -> P:
        """The problem of the rows that were gathered."""

    @abstractmethod
    def facts(self, problem: P, taken: T) -> Facts:
        """What there is to say of a problem that was made, beside what the user said himself."""

    def items(self, path: str, id: str | None, summary: Summary | None = None) -> Iterator[Item]:
        """The problems of a file or folder, in the order in which they begin; *id* is a column.

        What is made is noted in the *summary*.
        """
        files = table_files(path)
        if not files:
            raise ProblemError(
                "no table in the folder", file=path, remedy=f"they end in {', '.join(TABLES)}"
            )
        if summary is not None and not summary.passed:
            summary.passed = passed_over(path, () if self.gold is None else (self.gold.file,))
        shared = frozenset[str]() if len(files) == 1 else self._shared(path, files, id)
        tables = replace(self, everywhere=shared)
        return tables._items(files, id, Summary() if summary is None else summary)

    def _shared(self, path: str, files: Sequence[Path], id: str | None) -> frozenset[str]:
        """The columns of all files. Raises the mistake in an option that all of them have, once."""
        columns: set[str] = set()
        mistakes: list[UsageError] = []
        for file in files:
            try:
                with opened_table(file) as table:
                    columns |= set(table.columns)
                    self._reader(table)._names(table, id)
            except UsageError as error:
                mistakes.append(error)
            except SymcauseError:
                continue  # said where the file is read
        if len(mistakes) == len(files):
            said = mistakes[0]
            said.complaint = said.complaint._replace(file=path)
            raise said
        self._refuse_do(columns, path)
        return frozenset(columns)

    def _refuse_do(self, columns: Collection[str], file: str) -> None:
        """Complain about names of *do* that no table has."""
        for name in comma_names(self.do) or ():
            if name != RowTables.do and not _named(name, columns):
                remedy = did_you_mean(name, columns)
                raise UsageError(
                    "no such column", file=file, place="--do", value=name, remedy=remedy
                )

    def _reader(self, table: Table) -> Self:
        """The reader of one table: of several names of *do* the one that it has."""
        names = comma_names(self.do) or [RowTables.do]
        there = [name for name in names if _named(name, table.columns)]
        if len(there) > 1:
            raise UsageError(
                "two columns say what was set",
                file=table.file,
                place="--do",
                value=", ".join(there),
                remedy="a table has one, or columns do_X1, do_X2",
            )
        return replace(self, do=(there or names)[0])

    def _items(self, files: Sequence[Path], id: str | None, summary: Summary) -> Iterator[Item]:
        golds, index = None if self.gold is None else read_golds(self.gold), 0
        seen: set[str] = set()
        for file in files:
            summary.tables += 1
            try:
                sizes = _sizes(file, id)
                with opened_table(file) as table:
                    if not self.everywhere:
                        self._refuse_do(table.columns, table.file)
                    for item in self._reader(table)._table(table, id, golds, sizes, summary):
                        if item.id in seen:
                            raise ProblemError(
                                "another file has a problem of this id",
                                file=str(file),
                                value=item.id,
                            )
                        seen.add(str(item.id))
                        yield item.at(index, str(file))
                        index += 1
            except SymcauseError as error:
                if len(files) == 1:
                    raise
                summary.failed += 1
                seen.add(file.stem)  # gold may know what cannot be read
                yield Item(index, None, None, error)
                index += 1
        for place, other in enumerate(() if golds is None else golds.others(seen), index):
            yield Item(place, None, None, other)

    def _table(
        self,
        table: Table,
        id: str | None,
        golds: Golds | None,
        sizes: dict[str, int] | None,
        summary: Summary,
    ) -> Iterator[Item]:
        names = self._names(table, id)
        doubted = () if self.variables is not None else doubts(names, self._special(id), self.do)
        for index, (name, group) in enumerate(self._groups(table, id, names, sizes)):
            if isinstance(group, SymcauseError):
                summary.failed += 1
                yield Item(index, name, None, group)
                continue
            try:
                gold = None if golds is None else golds.of(name)
                problem = self.posed(name, names, group, gold)
                facts = self.facts(problem, group)
                summary.add(name, self._guessed(facts, names, doubted, counted=table.counted))
                yield Item(index, name, problem)
            except SymcauseError as error:
                summary.failed += 1
                place = ", ".join(filter(None, (f"problem {name!r}", error.complaint.place)))
                symcause_error = (
                    error if id is None or error.complaint.file else error.placed(place)
                )
                yield Item(index, name, None, symcause_error.at(file=table.file))

    def _special(self, id: str | None) -> dict[str, str]:
        """The options that name the special columns, by what these are called."""
        own = [*(name for name in _SPECIAL if hasattr(self, name)), *(["id"] if id is None else [])]
        do = f"--do {self.do}," if self.everywhere else "--do "  # as other tables may call it
        return {**{name: f"--{name} " for name in own}, "do": do}

    def _guessed(
        self, facts: Facts, names: tuple[str, ...], doubted: tuple[str, ...], *, counted: bool
    ) -> Facts:
        """The facts with what was guessed of the columns."""
        guesses = (COUNTED,) if counted else ()
        if self.variables is None:
            guesses = (REST, *guesses)
            facts = facts._replace(sets={**facts.sets, "variables": names})
        facts = facts._replace(remarks=(*doubted, *facts.remarks))
        return facts._replace(guesses=(*guesses, *facts.guesses))

    def _names(self, table: Table, id: str | None) -> tuple[str, ...]:
        """The variables of a table; refuses columns that are not there."""
        if id is not None and id not in table.columns:
            raise UsageError(
                "no such column",
                file=table.file,
                place="--id",
                value=id,
                remedy=did_you_mean(id, table.columns),
            )
        try:
            return check_names(self.header([name for name in table.columns if name != id]), self.do)
        except SymcauseError as error:
            raise error.at(file=table.file) from None

    def _groups(
        self, table: Table, id: str | None, names: tuple[str, ...], sizes: dict[str, int] | None
    ) -> Iterator[tuple[str, T | SymcauseError]]:
        """The rows of every problem, or the first complaint about one, in the order in which they begin.

        Where it is known how many rows each has (*sizes*), none is kept any longer than it must be.
        """
        groups: dict[str, T | SymcauseError] = {}
        begun: deque[str] = deque()
        met = False
        alone = Path(table.file).stem if table.file != "standard input" else "problem"
        for line in table.rows:
            name = alone if id is None else line.cells.pop(id)
            if name is None:
                raise ProblemError(
                    "the row belongs to no problem", file=line.file, place=line.at(str(id))
                )
            group = groups.get(name := str(name))
            if group is None:
                group = groups[name] = self.taker(names)
                begun.append(name)
                met = True
            if not isinstance(group, SymcauseError):
                try:
                    group.enter(line)
                except SymcauseError as error:
                    groups[name] = error.at(file=line.file)
            if sizes is not None:
                sizes[name] = sizes.get(name, 0) - 1
                while begun and sizes[begun[0]] == 0:
                    yield (first := begun.popleft()), groups.pop(first)
        if not met:
            raise ProblemError("there is no row under the header", file=table.file)
        while begun:
            yield (first := begun.popleft()), groups.pop(first)


def _named(do: str, columns: Collection[str]) -> bool:
    """Has a table the column *do*, or columns called after it?"""
    return do in columns or any(held_by(column, do) is not None for column in columns)


def _sizes(file: str | Path, id: str | None) -> dict[str, int] | None:
    """How many rows each problem of a table has; None where there is one, or what is read comes once."""
    if id is None or not Path(file).is_file():
        return None
    sizes: dict[str, int] = {}
    with opened_table(file) as table:
        for line in table.rows if id in table.columns else ():
            if (name := line.cells.get(id)) is None:
                return None
            sizes[str(name)] = sizes.get(str(name), 0) + 1
    return sizes
