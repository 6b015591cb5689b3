"""Baselines as rows: each attempt is made in a child that can be killed, and scored like any answer.

A baseline sees :func:`~baselines.protocol.public`, the problem without gold, held-out worlds and
metadata. What it hands in becomes the published answer text and goes the way of a model's response. One
that fails, or is stopped, hands in a well-formed answer that explains nothing.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from symcause.cli.main import complain
from symcause.cli.store import Store
from symcause.families.boolean.baselines.protocol import Attempt, failure, public
from symcause.families.boolean.baselines.registry import baseline
from symcause.families.boolean.files.answers import write_answer
from symcause.families.boolean.scoring.explanations import Explanations
from symcause.families.boolean.scoring.pool import score_row
from symcause.processes.isolation import Stopped
from symcause.processes.pools import pool

Document = dict[str, object]


@dataclass(frozen=True)
class Task:
    """An answer that is still to be made: *model* is the name of a baseline."""

    instance_id: str
    model: str


class Baselines:
    """Makes and scores the attempts at the problems of a store."""

    def __init__(
        self, store: Store, seed: int = 0, known: Mapping[str, Explanations] | None = None
    ) -> None:
        self._store, self._seed, self._known = store, seed, known

    def documents(
        self, tasks: Iterator[Task], jobs: int = 1, seconds: float | None = None
    ) -> Iterator[Document]:
        """The documents of the attempts, in the order of the tasks; *seconds* are for each."""
        waiting: deque[Task] = deque()

        def begun() -> Iterator[Task]:
            for task in tasks:
                waiting.append(task)
                yield task

        for _, outcome in pool(self, begun(), jobs=jobs, seconds=seconds):
            task = waiting.popleft()
            yield outcome if isinstance(outcome, dict) else self._failed(task, outcome)

    def __call__(self, task: Task) -> Document:
        """One attempt; runs in the child."""
        problem = public(self._store.get(task.instance_id).problem)
        return self._scored(task, baseline(task.model)(problem, self._seed))

    def _failed(self, task: Task, outcome: object) -> Document:
        reason = outcome.reason if isinstance(outcome, Stopped) else str(outcome)
        complain(f"{task.model}: {task.instance_id}: {reason}")
        problem = public(self._store.get(task.instance_id).problem)
        return self._scored(task, failure(problem, reason))

    def _scored(self, task: Task, attempt: Attempt) -> Document:
        text = json.dumps(write_answer(attempt.answer))
        known = None if self._known is None else self._known[task.instance_id]
        document = score_row(self._store.get(task.instance_id), task.model, text, known)
        claims = {"solved": attempt.solved, "optimal": attempt.optimal, "note": attempt.note}
        return {**document, "attempt": claims}
