"""The index of answers before a score run: problems that have any, and answers replaced later.

Both are asked of whom the rows name alone (:mod:`symcause.formats.answer_files.prediction_heads`); where
that makes a difference, the row is read in full: the last one of a system about a problem that it answers
again. So the answer is exact, and a million rows take seconds. Files that are not one row per line are read
in full.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import TypeVar

from symcause.cli.runs.progress_display import Waiting
from symcause.cli.score_run.answer_batches import identity
from symcause.errors import SymcauseError
from symcause.formats.answer_files.prediction_document import Keys
from symcause.formats.answer_files.prediction_heads import Head, Heads, NotForThis, read_heads
from symcause.formats.answer_files.predictions import Prediction, Row

T = TypeVar("T")

Reader = Callable[[], Iterator[Row]]
"""Reads a file in full."""


class AnswerFile:
    """A file of answers, under *keys*; *path* is None where the rows have to be read in full."""

    def __init__(self, path: str | None, rows: Reader, keys: Keys = ()) -> None:
        self._path, self.rows, self._keys = path, rows, keys

    def heads(self, watch: Callable[[int], None]) -> Iterator[Heads]:
        """Whom the rows name; *watch* hears how many have been read. Raises NotForThis."""
        if self._path is None:
            raise NotForThis
        for few in read_heads(self._path, self._keys):
            yield few
            watch(len(few.lines))


class Reading:
    """Tells on a terminal that a file is read, and how much of it by now."""

    def __init__(self, what: str, unit: str = "rows") -> None:
        self._rows = 0
        self._waiting = Waiting(lambda: f"{what}: {self._rows:,} {unit}")

    def __call__(self, rows: int) -> None:
        self._rows += rows
        self._waiting()

    def counted(self, rows: Iterable[T]) -> Iterator[T]:
        """The rows, each told of as it passes."""
        for row in rows:
            self(1)
            yield row

    def close(self) -> None:
        self._waiting.clear()


def answered(files: Sequence[AnswerFile], every: Sequence[str]) -> set[str]:
    """Those of *every* problem that the rows are about; all of them if the rows cannot be read."""
    open_ = set(every)
    reading = Reading("looking which problems have answers")
    try:
        for file in files:
            try:
                for few in file.heads(reading):
                    for index, head in enumerate(few.heads):
                        if head is not None and head[0] in open_:
                            open_.discard(identity(few.row(index))[0] or "")
                    if not open_:
                        break
            except NotForThis:
                for row in reading.counted(file.rows()):
                    open_.discard(identity(row)[0] or "")
                    if not open_:
                        break
            if not open_:
                break
    except SymcauseError:  # it is told when the answers are scored
        return set(every)
    finally:
        reading.close()
    return set(every) - open_


class _Marks:
    """Places that are marked, a bit each."""

    def __init__(self) -> None:
        self._bits = bytearray()

    def put(self, place: int) -> None:
        self._bits.extend(bytes(max(0, (place >> 3) + 1 - len(self._bits))))
        self._bits[place >> 3] |= 1 << (place & 7)

    def drop(self, place: int) -> None:
        if place in self:
            self._bits[place >> 3] &= ~(1 << (place & 7))

    def __bool__(self) -> bool:
        return any(self._bits)

    def __contains__(self, place: int) -> bool:
        return 0 <= place < 8 * len(self._bits) and bool(self._bits[place >> 3] >> (place & 7) & 1)


class Replaced:
    """The places of answers that a later one takes the place of, counted from *start*.

    They are looked up when the first answer has been scored. Of rows that cannot be used, which are no
    answers, it says nothing.
    """

    def __init__(self, look_up: Callable[[], _Marks] = _Marks, start: int = 0) -> None:
        self._look_up, self._start = look_up, start

    @cached_property
    def _marks(self) -> _Marks:
        return self._look_up()

    def __contains__(self, place: int) -> bool:
        return place - self._start in self._marks


class _Latest:
    """The last row of one system about each problem: four bytes each, or little for few answers."""

    __slots__ = ("_problems", "_rows")

    def __init__(self, problems: int) -> None:
        self._problems = problems
        self._rows: dict[int, int] | array[int] = {}

    def put(self, problem: int, row: int) -> int:
        """Note a row, numbered from 1, and return the one before it; 0 if there was none."""
        rows = self._rows
        before = rows.get(problem, 0) if isinstance(rows, dict) else rows[problem]
        rows[problem] = row
        if isinstance(rows, dict) and 16 * len(rows) > self._problems:
            self._rows = array("I", bytes(4 * self._problems))
            for known, held in rows.items():
                self._rows[known] = held
        return before


class _Pairs:
    """The last row of each system about each problem."""

    def __init__(self, where: Mapping[str, int]) -> None:
        self._where = where
        self._latest: dict[str, _Latest] = {}

    def put(self, problem: str, model: str, row: int) -> int:
        """Note a row, numbered from 1, and return the one before it; 0 if there was none."""
        known = self._where.get(problem)
        if known is None:
            return 0
        latest = self._latest.get(model)
        if latest is None:
            latest = self._latest[model] = _Latest(len(self._where))
        return latest.put(known, row)


def replaced(files: Sequence[AnswerFile], every: Sequence[str], start: int) -> Replaced:
    """Rows after which there is another one by the same system about the same problem, in any file.

    None if the files cannot be read.
    """
    return Replaced(partial(_replaced, files, every), start)


def _replaced(files: Sequence[AnswerFile], every: Sequence[str]) -> _Marks:
    where = {id: number for number, id in enumerate(every)}
    reading = Reading("looking for answers that others replace")
    try:
        try:
            return _by_name(files, where, reading)
        except NotForThis:
            marks = _Marks()
            rows = (row for file in files for row in reading.counted(file.rows()))
            _mark(enumerate(rows), where, marks)
            return marks
    except SymcauseError:  # it is told when the answers are scored
        return _Marks()
    finally:
        reading.close()


def _heads_of(files: Sequence[AnswerFile], reading: Reading) -> Iterator[Heads]:
    return (few for file in files for few in file.heads(reading))


def _by_name(files: Sequence[AnswerFile], where: Mapping[str, int], reading: Reading) -> _Marks:
    """The places of replaced rows. Raises NotForThis."""
    marks, last, pairs, place = _Marks(), _Marks(), _Pairs(where), 0
    for few in _heads_of(files, reading):
        for head in few.heads:
            place += 1
            if head is not None and (before := pairs.put(*head, place)):
                marks.put(before - 1)
                last.drop(before - 1)
                last.put(place - 1)
    if last:
        _mend(files, where, marks, last, reading)
    return marks


def _mend(
    files: Sequence[AnswerFile],
    where: Mapping[str, int],
    marks: _Marks,
    last: _Marks,
    reading: Reading,
) -> None:
    """A *last* row that cannot be used replaces nothing: then others like it are read in full."""
    doubtful: set[Head] = set()
    for place, few, index in _placed(_heads_of(files, reading)):
        if place in last and not isinstance(few.row(index), Prediction):
            head = few.heads[index]
            assert head is not None
            doubtful.add(head)
    if not doubtful:
        return
    rows = []
    for place, few, index in _placed(_heads_of(files, reading)):
        if few.heads[index] in doubtful:
            marks.drop(place)
            rows.append((place, few.row(index)))
    _mark(rows, where, marks)


def _placed(heads: Iterator[Heads]) -> Iterator[tuple[int, Heads, int]]:
    """Every row: its place, and where to find it."""
    start = 0
    for few in heads:
        for index in range(len(few.lines)):
            yield start + index, few, index
        start += len(few.lines)


def _mark(rows: Iterable[tuple[int, Row]], where: Mapping[str, int], marks: _Marks) -> None:
    """Mark the places of rows that a later one replaces."""
    pairs = _Pairs(where)
    for place, row in rows:
        if isinstance(row, Prediction):
            before = pairs.put(row.instance_id, row.model, place + 1)
            if before:
                marks.put(before - 1)
