"""The problems of a pool by their ids, with bounded memory.

Answers come in any order, so every problem must stay at hand. The first thousand stay in memory, ready
to score; of a larger pool the others wait in a temporary file and are read again when an answer needs
them.
"""

from __future__ import annotations

import json
import os
from collections import OrderedDict
from collections.abc import Callable, Iterable
from tempfile import TemporaryFile
from types import TracebackType
from typing import Self

from symcause.errors import SymcauseError, UsageError
from symcause.families.boolean.files.document import read_boolean, write_boolean
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.checking import Scorer
from symcause.formats.files import Item

IN_MEMORY = 1000
"""Problems kept in memory, and as many again that were needed last."""


class Store:
    """Finds problems by id; used in a ``with`` block that ends with its temporary file."""

    def __init__(self, in_memory: int = IN_MEMORY) -> None:
        self._limit = in_memory
        self._kept: dict[str, Scorer] = {}
        self._recent: OrderedDict[str, Scorer] = OrderedDict()
        self._places: dict[str, tuple[int, int]] = {}
        self._errors: dict[str, SymcauseError] = {}
        self._file = TemporaryFile()  # noqa: SIM115 - closed in __exit__
        self._end = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def fill(
        self, items: Iterable[Item], on_problem: Callable[[BooleanProblem], None]
    ) -> list[SymcauseError]:
        """Take in a pool; what is wrong with problems in it is returned."""
        wrong: list[SymcauseError] = []
        for item in items:
            try:
                on_problem(self._add(item))
            except SymcauseError as error:
                wrong.append(error)
                if item.id is not None and item.id not in self:
                    self._errors[item.id] = error
        self._file.flush()
        return wrong

    def _add(self, item: Item) -> BooleanProblem:
        if item.error is not None:
            raise item.error
        problem = item.problem
        if not isinstance(problem, BooleanProblem):
            raise UsageError("answers to Boolean problems are scored here", value=item.id)
        if problem.id in self:
            raise UsageError(
                "two problems have this id", value=problem.id, remedy="the first one counts"
            )
        if len(self._kept) < self._limit:
            self._kept[problem.id] = Scorer(problem)
        else:
            data = json.dumps(write_boolean(problem)).encode()
            self._places[problem.id] = (self._end, len(data))
            self._end += self._file.write(data)
        return problem

    def __contains__(self, id: str) -> bool:
        return id in self._kept or id in self._places

    def get(self, id: str) -> Scorer:
        """The scorer of the problem with this id; raises what is wrong with it, or that it is missing."""
        scorer = self._kept.get(id) or self._recent.get(id)
        if scorer is not None:
            return scorer
        if id in self._errors:
            raise self._errors[id]
        if id not in self._places:
            raise UsageError("no problem has this id", value=id)
        scorer = self._recent[id] = Scorer(read_boolean(json.loads(self._data(*self._places[id]))))
        if len(self._recent) > self._limit:
            self._recent.popitem(last=False)
        return scorer

    def _data(self, start: int, length: int) -> bytes:
        # Forked workers share the file; they must not share a position in it.
        if hasattr(os, "pread"):
            return os.pread(self._file.fileno(), length, start)
        self._file.seek(start)
        return self._file.read(length)

    def __getstate__(self) -> dict[str, object]:
        """What a worker gets where processes cannot be forked: the file travels by its content."""
        return {**vars(self), "_file": self._data(0, self._end)}

    def __setstate__(self, state: dict[str, object]) -> None:
        vars(self).update(state)
        data = state["_file"]
        assert isinstance(data, bytes)
        self._file = TemporaryFile()  # noqa: SIM115 - closed in __exit__
        self._file.write(data)
        self._file.flush()
