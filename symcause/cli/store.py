"""The problems of a pool by their ids, with bounded memory.

Answers come in any order, so every problem must stay at hand. The first thousand stay in memory, ready
to score; of a larger pool the others wait in a temporary file and are read again when an answer needs
them.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Iterable
from tempfile import TemporaryFile
from types import TracebackType
from typing import Self

from symcause.errors import SymcauseError, UsageError
from symcause.formats.boolean import read_boolean, write_boolean
from symcause.formats.files import Item
from symcause.problems.boolean import BooleanProblem

IN_MEMORY = 1000
"""Problems kept in memory, and as many again that were needed last."""


class Store:
    """Finds problems by id; used in a ``with`` block that ends with its temporary file."""

    def __init__(self, in_memory: int = IN_MEMORY) -> None:
        self._limit = in_memory
        self._kept: dict[str, BooleanProblem] = {}
        self._recent: OrderedDict[str, BooleanProblem] = OrderedDict()
        self._places: dict[str, tuple[int, int]] = {}
        self._errors: dict[str, SymcauseError] = {}
        self._file = TemporaryFile()  # noqa: SIM115 - closed in __exit__

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
        wrong = []
        for item in items:
            try:
                on_problem(self._add(item))
            except SymcauseError as error:
                wrong.append(error)
                if item.id is not None and item.id not in self:
                    self._errors[item.id] = error
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
            self._kept[problem.id] = problem
        else:
            data = json.dumps(write_boolean(problem)).encode()
            self._places[problem.id] = (self._file.tell(), len(data))
            self._file.write(data)
        return problem

    def __contains__(self, id: str) -> bool:
        return id in self._kept or id in self._places

    def get(self, id: str) -> BooleanProblem:
        """The problem with this id; raises what is wrong with it, or that there is none."""
        problem = self._kept.get(id) or self._recent.get(id)
        if problem is not None:
            return problem
        if id in self._errors:
            raise self._errors[id]
        if id not in self._places:
            raise UsageError("no problem has this id", value=id)
        start, length = self._places[id]
        self._file.seek(start)
        problem = self._recent[id] = read_boolean(json.loads(self._file.read(length)))
        if len(self._recent) > self._limit:
            self._recent.popitem(last=False)
        return problem
