"""Answers of a score run in batches, scored in one or several processes, in input order.

Workers that are forked know all problems; to others the problems travel with the answers to them.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from symcause.cli.runs.progress_display import Waiting
from symcause.cli.score_run.attempt_complaints import AttemptComplaints
from symcause.cli.score_run.problem_store import Scored, Store
from symcause.episodes.judgement.episode_scores import score_episode
from symcause.errors import SymcauseError, UsageError
from symcause.formats.answer_files.predictions import (
    ONLY,
    BadPrediction,
    Logged,
    Played,
    Prediction,
    Row,
)
from symcause.formats.answer_files.token_usage import Metered
from symcause.processes.isolation import Stopped
from symcause.processes.pools import Backend, Local, pool
from symcause.renderings.prompt_answers import Renderings, in_own_names, with_nouns_named
from symcause.renderings.sense.sense_baseline import NAME, compared_with_sense, sense_text
from symcause.scoring.scoring_protocol import Answer, Line, Task, Terms

R = TypeVar("R", Row, Task)
Finder = Callable[[str], Scored]

NO_PROMPTS: Renderings = {}

_ANSWERS, _CHARACTERS = 32, 1_000_000  # as much as that travels to a worker together


def score_rows(
    rows: Iterator[Row],
    store: Store,
    on: Backend,
    seconds: float | None = None,
    themes: tuple[str, ...] = (),
    prompts: Renderings = NO_PROMPTS,
) -> Iterator[Sequence[Line]]:
    """The lines of the answers, in their order, those that are there together; a few batches are in memory.

    *seconds* are for the judgement of each episode; what is known by then is kept. *themes* are folders
    with themes of renderings, *prompts* the renderings that were answered.
    """
    load = _Load(store, on)
    work = _Score(load.finder, seconds, themes, prompts)
    if on == Local(1):
        yield from _here(work, rows, load)
        return
    for batch, outcome in _remembered(work, _batched(rows), load):
        if isinstance(outcome, list):
            yield outcome
        else:  # the worker died: its answers are tried once more, each on its own
            yield from ((line,) for line in _singly(work, batch, load))


def _here(work: _Score, rows: Iterator[Row], load: _Load) -> Iterator[Sequence[Line]]:
    """In this process; on a terminal it is told how many there are by now."""
    done = 0
    watch = Waiting(lambda: f"{done:,} answers scored")
    try:
        for few in _batched(rows):
            lines = work(load.of(few))
            if sys.stdout.isatty() or any("error" in line for line in lines):
                watch.clear()  # something is said about them on the same terminal
            yield lines
            done += len(few)
            watch()
    finally:
        watch.clear()


def _singly(work: _Score, batch: Sequence[Row], load: _Load) -> Iterator[Line]:
    for (row,), outcome in _remembered(work, ([row] for row in batch), load):
        if isinstance(outcome, list):
            yield from outcome
        else:
            reason = outcome.reason if isinstance(outcome, Stopped) else str(outcome)
            yield {**failure(*identity(row), reason), "lost": True}


def attempts(
    tasks: Iterator[Task],
    store: Store,
    terms: Terms,
    on: Backend,
    complain: Callable[[str], None],
    themes: tuple[str, ...] = (),
) -> Iterator[Line]:
    """The lines of baselines' answers, in the order of the tasks; the limits of *terms* are for each."""
    load = _Load(store, on)
    single = ([task] for task in tasks)
    work = _Attempt(load.finder, terms, themes)
    with closing(AttemptComplaints(complain)) as complaints:
        for (task,), outcome in _remembered(work, single, load):
            if isinstance(outcome, dict):
                complaints.attempt(task.model, task.instance_id, attempt_of(outcome))
                yield outcome
                continue
            reason = outcome.reason if isinstance(outcome, Stopped) else str(outcome)
            complaints.take(task.model, task.instance_id, reason)
            scored = store.get(task.instance_id)
            yield scored.scoring.failed(scored.scorer, task, terms, reason)


def attempt_of(line: Line) -> Mapping[str, object]:
    """How a baseline came to its answer, as the line has it."""
    attempt = line.get("attempt")
    return attempt if isinstance(attempt, dict) else {}


@dataclass(frozen=True)
class _Batch(Generic[R]):
    """Rows that travel together, and what is known of their problems where workers do not know it."""

    rows: Sequence[R]
    known: Mapping[str, Scored | SymcauseError]

    def find(self, id: str) -> Scored:
        found = self.known[id]
        if isinstance(found, SymcauseError):
            raise found
        return found


class _Load:
    """What is sent to workers of this kind."""

    def __init__(self, store: Store, on: Backend) -> None:
        self._store, self.on = store, on
        self.finder = store.get if on.inherits else None

    def of(self, rows: Sequence[R]) -> _Batch[R]:
        """The rows, with their problems if need be."""
        if self.finder is not None:
            return _Batch(rows, {})
        answers: dict[str, list[Answer]] = {}
        for row in rows:
            if not isinstance(row, BadPrediction):
                response = row.response if isinstance(row, Prediction) else ""
                answers.setdefault(row.instance_id, []).append((row.model, response))
        return _Batch(rows, {id: self._known(id, given) for id, given in answers.items()})

    def _known(self, id: str, answers: Sequence[Answer]) -> Scored | SymcauseError:
        try:
            return self._store.get(id).about(answers)
        except SymcauseError as error:
            return error


def _remembered(
    work: Callable[..., object],
    items: Iterable[Sequence[R]],
    load: _Load,
    seconds: float | None = None,
) -> Iterator[tuple[Sequence[R], object]]:
    """Every item with its outcome, in order."""
    waiting: deque[Sequence[R]] = deque()

    def begun() -> Iterator[_Batch[R]]:
        for item in items:
            waiting.append(item)
            yield load.of(item)

    done = 0

    def what() -> str:
        problem, model = identity(waiting[0][0]) if waiting else (None, None)
        return f"{done} scored, now {model or 'an answer'} on {problem or 'a problem'}"

    watch = Waiting(what)
    try:
        begun_work = pool(work, begun(), on=load.on, seconds=seconds, tick=watch)
        with closing(begun_work) as outcomes:
            for _, outcome in outcomes:
                watch.clear()
                item = waiting.popleft()
                yield item, outcome
                done += len(item)
    finally:
        watch.clear()


def identity(row: Row | Task) -> tuple[str | None, str | None]:
    """Problem and model of an answer, as its line names them."""
    return (None, None) if isinstance(row, BadPrediction) else (row.instance_id, row.model)


def named(row: Row, store: Store, ids: Sequence[str]) -> Row:
    """The answer with the problem that it is about, where it does not say so itself, or by a public id."""
    if isinstance(row, BadPrediction):
        return row
    if row.instance_id in store.public and row.instance_id not in store:
        return replace(row, instance_id=store.public[row.instance_id])
    if row.instance_id != ONLY:
        return row
    if isinstance(row, Logged) and row.name in store:
        return replace(row, instance_id=row.name)
    if len(ids) == 1:
        return replace(row, instance_id=ids[0])
    error = UsageError(
        "it does not say which of several problems it is about",
        value=row.model,
        remedy="name the file as the problem, or give a pool of one problem",
    )
    return BadPrediction(0, error)


def failure(problem: str | None, model: str | None, error: str) -> Line:
    """What stands in the place of an answer that cannot be scored."""
    return {"problem": problem, "model": model, "error": error}


def _batched(rows: Iterator[Row]) -> Iterator[list[Row]]:
    batch: list[Row] = []
    size = 0
    for row in rows:
        batch.append(row)
        size += len(row.response) if isinstance(row, Prediction) else 0
        size += (
            _CHARACTERS if isinstance(row, Played | Logged) else 0
        )  # one at a time: it takes long
        if len(batch) == _ANSWERS or size > _CHARACTERS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


class _Score:
    """Scores a batch; a forked worker inherits the problems (*finder*) and needs only the answers."""

    def __init__(
        self,
        finder: Finder | None,
        seconds: float | None,
        themes: tuple[str, ...] = (),
        prompts: Renderings = NO_PROMPTS,
    ) -> None:
        self._finder, self._seconds, self._themes = finder, seconds, themes
        self._prompts = prompts

    def __call__(self, batch: _Batch[Row]) -> list[Line]:
        return [self._score(row, self._finder or batch.find) for row in batch.rows]

    def _score(self, row: Row, find: Finder) -> Line:
        if isinstance(row, BadPrediction):
            return failure(None, None, str(row.error))
        try:
            scored = find(row.instance_id)
            if isinstance(row, Played):
                return score_episode(scored.problem, row.lines, self._seconds)
            if isinstance(row, Logged):
                return scored.scoring.log(scored.scorer, row.model, row.text, row.place)
            text = in_own_names(scored.problem, row.response, self._prompts)
            line = scored.scoring.score(scored.scorer, row.model, text)
            line = with_nouns_named(line, scored.problem, text)
            if isinstance(text, Metered) and text.attempt is not None:
                line = scored.scoring.claimed(scored.scorer, line, text, text.attempt)
            return compared_with_sense(line, scored.problem, text, self._themes)
        except SymcauseError as error:  # no such problem, or its own models cannot run
            return failure(row.instance_id, row.model, str(error))


class _Attempt:
    """One baseline on one problem; runs in the child."""

    def __init__(self, finder: Finder | None, terms: Terms, themes: tuple[str, ...] = ()) -> None:
        self._finder, self._terms, self._themes = finder, terms, themes

    def __call__(self, batch: _Batch[Task]) -> Line:
        (task,) = batch.rows
        scored = (self._finder or batch.find)(task.instance_id)
        if task.model == NAME:
            text = sense_text(scored.problem, self._themes) or ""
            line = scored.scoring.score(scored.scorer, task.model, text)
            return compared_with_sense(line, scored.problem, text, self._themes)
        return scored.scoring.attempt(scored.scorer, task, self._terms)
