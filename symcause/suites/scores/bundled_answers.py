"""Bundled answers in the scores of suites: what baselines of the house say, and what it is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

from symcause.attempts.attempt_record import MISSING, AttemptBudget
from symcause.attempts.attempt_run import baselines_of
from symcause.attempts.function_baseline import BundledBaseline
from symcause.errors import UsageError
from symcause.processes.pools import pool
from symcause.suites.draws.suite_problem import SuiteProblem
from symcause.suites.folder.suite import BundledAnswer, Entry, Suite
from symcause.suites.scores.marked_answers import Marker, Marking, ReadyProblem

Ticking = Callable[[int, int], None]
"""Hears how many problems have been answered, of how many."""


@dataclass(frozen=True)
class _Asked:
    """A problem, and the baselines that are asked about it."""

    id: str
    whole: SuiteProblem
    marking: Marking
    names: tuple[str, ...]


def bundled_answers(
    suite: Suite, jobs: int = 1, tell: Ticking = lambda *_: None
) -> tuple[BundledAnswer, ...]:
    """What the baselines of the recipe answer; those that have no answer to a problem are left out."""
    marker, here = Marker(suite), jobs == 1
    asked = [one for part in suite.recipe.parts for one in _asked(marker, suite.by_part[part.name])]
    answers: list[BundledAnswer] = []
    with closing(pool(_answered, iter(asked), jobs=jobs, light=lambda _: here)) as outcomes:
        for done, (_, outcome) in enumerate(outcomes, 1):
            if isinstance(outcome, BaseException):
                raise outcome
            assert isinstance(outcome, list), outcome
            answers += outcome
            tell(done, len(asked))
    return tuple(answers)


def _asked(marker: Marker, entries: Sequence[Entry]) -> Iterator[_Asked]:
    for entry in entries:
        names = tuple(names_for(entry.whole, marker.suite.recipe.baselines))
        if names:
            fresh = SuiteProblem(entry.whole.part, entry.whole.document, None)
            yield _Asked(entry.id, fresh, marker.marking(entry), names)


def names_for(whole: SuiteProblem, wanted: Sequence[str]) -> Iterator[str]:
    """Those of the baselines that answer problems like this one."""
    if whole.family.baselines is None:
        return
    own = baselines_of(whole.family)
    if own.does(whole.problem):
        yield from (name for name in wanted if name in own.names)


def _answered(asked: _Asked) -> list[BundledAnswer]:
    """Their answers: as of every system, and without gold."""
    own, ready = baselines_of(asked.whole.family), ReadyProblem(asked.whole)
    public, answers = own.public(asked.whole.problem), []
    for name in asked.names:
        handed = BundledBaseline(name).hand_in(own, public, 0, AttemptBudget(), None)
        if handed.attempt.status == MISSING:  # elsewhere it would answer: the bytes would differ
            note = handed.attempt.note or "it is not installed"
            raise UsageError(f"the baseline {name} cannot run: {note}", place="baselines")
        if handed.text:
            score = asked.marking.score(ready.line(name, handed.text))
            answers.append(BundledAnswer(asked.id, name, handed.text, score))
    return answers
