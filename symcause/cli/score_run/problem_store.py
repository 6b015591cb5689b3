"""The problem store of a score run in the CLI: problems of a pool, found by id.

Answers come in any order, so every problem must stay at hand. The first thousand stay in memory, ready
to score; of a larger pool the others wait in a temporary file and are read again when an answer needs
them.
"""

from __future__ import annotations

import json
import os
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import Any, Self

from symcause.bounds.cli_bounds import STORED_PROBLEMS
from symcause.bounds.scoring_bounds import SUGGESTED_IDS
from symcause.errors import SymcauseError, UsageError, did_you_mean
from symcause.formats.datasets.opaque_ids import public_name
from symcause.formats.pools.problem_files import Item
from symcause.formats.pools.problem_writer import write_problem
from symcause.formats.problems import Problem, read_document
from symcause.scoring.scoring_protocol import Answer, Scoring


@dataclass(frozen=True)
class Scored:
    """A problem with its scorer, and the family's part of the run that it belongs to."""

    problem: Problem
    scoring: Scoring[Any, Any]
    scorer: Any

    def about(self, answers: Sequence[Answer]) -> Scored:
        """As much of it as scoring these answers takes."""
        return Scored(self.problem, self.scoring.about(self.problem.id, answers), self.scorer)


class Store:
    """Finds problems by id; used in a ``with`` block that ends with its temporary file."""

    def __init__(
        self,
        scoring_of: Callable[[Problem], Scoring[Any, Any]],
        file: str,
        in_memory: int = STORED_PROBLEMS,
    ) -> None:
        self._scoring_of, self._source, self._limit = scoring_of, file, in_memory
        self._kept: dict[str, Scored] = {}
        self._recent: OrderedDict[str, Scored] = OrderedDict()
        self._places: dict[str, tuple[int, int]] = {}
        self._errors: dict[str, SymcauseError] = {}
        self.public: dict[str, str] = {}
        """Own ids by those of the public parts, where these differ."""
        self._file = TemporaryFile()  # noqa: SIM115 - closed in __exit__
        self._end = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def fill(
        self, items: Iterable[Item], on_problem: Callable[[Problem, Scoring[Any, Any], str], None]
    ) -> list[SymcauseError]:
        """Take in a pool; what is wrong with problems in it is returned.

        *on_problem* is called with every problem, its family's part, and the file that it stands in.
        """
        wrong: list[SymcauseError] = []
        for item in items:
            try:
                on_problem(*self._add(item), item.file or self._source)
            except SymcauseError as error:
                wrong.append(error.at(file=self._source))
                if item.id is not None and item.id not in self:
                    self._errors[item.id] = error
        self._file.flush()
        return wrong

    def _add(self, item: Item) -> tuple[Problem, Scoring[Any, Any]]:
        if item.error is not None:
            raise item.error
        problem = item.problem
        assert problem is not None
        if problem.id in self:
            raise UsageError(
                "two problems have this id", value=problem.id, remedy="the first one counts"
            )
        scoring = self._scoring_of(problem)
        if len(self._kept) < self._limit:
            self._kept[problem.id] = Scored(problem, scoring, scoring.scorer(problem))
        else:
            data = json.dumps(write_problem(problem)).encode()
            self._places[problem.id] = (self._end, len(data))
            self._end += self._file.write(data)
        if (name := public_name(problem)) is not None:
            self.public.setdefault(name, problem.id)
        return problem, scoring

    def __contains__(self, id: str) -> bool:
        return id in self._kept or id in self._places

    def scorer(self, id: str) -> Any:
        """The scorer of the problem with this id."""
        return self.get(id).scorer

    def get(self, id: str) -> Scored:
        """The problem with this id; raises what is wrong with it, or that it is missing."""
        scored = self._kept.get(id) or self._recent.get(id)
        if scored is not None:
            return scored
        if id in self._errors:
            raise self._errors[id]
        if id not in self._places:
            known = [*self._kept, *self._places][:SUGGESTED_IDS]
            raise UsageError(
                "no problem has this id",
                file=self._source,
                value=id,
                remedy=did_you_mean(id, known),
            )
        problem = read_document(json.loads(self._data(*self._places[id])))
        scoring = self._scoring_of(problem)
        scored = self._recent[id] = Scored(problem, scoring, scoring.scorer(problem))
        if len(self._recent) > self._limit:
            self._recent.popitem(last=False)
        return scored

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
