"""Shared work of the checks of suites: certificates and canonical forms, by several processes at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass

from symcause.errors import LimitError, SymcauseError
from symcause.kernel.verification import Verification
from symcause.processes.pools import pool
from symcause.suites.draws.certificate_word import word_on
from symcause.suites.draws.suite_problem import SuiteProblem
from symcause.suites.folder.suite import Suite

Words = dict[str, Verification]
"""The verifier's word on problems, by public id."""


@dataclass(frozen=True)
class _Task:
    """A problem, those that its certificate is about as well, and whether that is to be verified."""

    whole: SuiteProblem
    others: tuple[SuiteProblem, ...]
    proof: bool


@dataclass(frozen=True)
class _Done:
    canonical: str | None  # None: symmetries hide it
    gold: str | None
    word: Verification | None


def word_or_reason(one: SuiteProblem, kin: Mapping[str, SuiteProblem]) -> Verification:
    """The verifier's word on a certificate; what is malformed is not accepted."""
    try:
        return word_on(one, {digest: other.proved for digest, other in kin.items()})
    except SymcauseError as error:
        return Verification(False, None, str(error))


def kin_of(one: SuiteProblem, known: Mapping[str, SuiteProblem]) -> dict[str, SuiteProblem]:
    """The problems that a certificate is about, of those that are known by their digests."""
    return {digest: known[digest] for digest in one.kin if digest in known}


def shared_work(suite: Suite, jobs: int, tick: Callable[[], None]) -> dict[int, Verification]:
    """The words of certificates, by the places of problems, which then know their canonical forms."""
    words: dict[int, Verification] = {}
    entries, tasks = suite.entries, _tasks(suite)
    with closing(pool(_done, tasks, jobs=jobs)) as outcomes:
        for at, outcome in outcomes:
            if isinstance(outcome, BaseException):
                raise outcome
            if not isinstance(outcome, _Done):
                continue  # its process is gone: what is missing is done here
            if outcome.canonical is not None:
                entries[at].whole.compared_by(outcome.canonical, outcome.gold)
            if outcome.word is not None:
                words[at] = outcome.word
            tick()
    return words


def _tasks(suite: Suite) -> Iterator[_Task]:
    known = {entry.whole.digest: entry.whole for entry in suite.entries}
    for entry in suite.entries:
        one = entry.whole
        others = tuple(_fresh(other) for other in kin_of(one, known).values())
        proof = one.certificate is not None and one.rendering is None
        yield _Task(_fresh(one), others, proof)


def _fresh(one: SuiteProblem) -> SuiteProblem:
    """The problem without what was found out about it: that need not travel."""
    return SuiteProblem(one.part, one.document, one.certificate)


def _done(task: _Task) -> _Done:
    one, word = task.whole, None
    if task.proof:
        word = word_or_reason(one, {other.digest: other for other in task.others})
    try:
        return _Done(one.canonical, one.canonical_gold, word)
    except LimitError:
        return _Done(None, None, word)
