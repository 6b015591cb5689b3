"""Repeats of baselines' attempts in a score run: the same tasks again, and whether they end alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from symcause.attempts.attempt_run import same_attempt
from symcause.cli.score_run.answer_batches import attempt_of, attempts
from symcause.cli.score_run.problem_store import Store
from symcause.processes.pools import Backend
from symcause.scoring.scoring_protocol import Line, Task, Terms


def repeated(
    tasks: Iterator[Task],
    store: Store,
    terms: Terms,
    on: Backend,
    complain: Callable[[str], None],
    times: int,
    themes: tuple[str, ...] = (),
) -> Iterator[Line]:
    """The lines of :func:`attempts`, this many times: each says whether the baseline always did the same.

    The rehearsals come first, every other one backwards, so that a line is whole when it is written.
    """
    if times < 2:
        yield from attempts(tasks, store, terms, on, complain, themes)
        return
    listed = list(tasks)
    before: list[dict[tuple[str, str], Line]] = []
    for turn in range(1, times):
        order = listed[::-1] if turn % 2 else listed
        found = attempts(iter(order), store, terms, on, lambda text: None, themes)
        before.append({_named_by(task): line for task, line in zip(order, found, strict=True)})
    lines = attempts(iter(listed), store, terms, on, complain, themes)
    for task, line in zip(listed, lines, strict=True):
        own = attempt_of(line)
        same = all(same_attempt(own, attempt_of(past[_named_by(task)])) for past in before)
        yield {**line, "attempt": {**own, "deterministic": same, "repeat": times}}


def _named_by(task: Task) -> tuple[str, str]:
    return task.instance_id, task.model
