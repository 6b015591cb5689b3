"""The work on one problem of a run, done in a child process or on a cluster."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from msgspec import Struct

from symcause.audits.documents import Document, ErrorDocument, Result
from symcause.cli.runs.question_request import Asked
from symcause.errors import LimitError, SymcauseError
from symcause.formats.pools.problem_files import Item
from symcause.processes.isolation import Emit, Latest, Stopped
from symcause.registry import answering, family_of, load


class Posed(Struct, frozen=True):
    """A problem with what is known of it alone; all that a worker needs beside the question."""

    item: Item
    known: Mapping[str, object]


class Lightness:
    """Does a problem need no child? Its family says so, once for all its problems, or the question."""

    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        self._known: dict[type, bool] = {}

    def __call__(self, posed: object) -> bool:
        assert isinstance(posed, Posed)
        if posed.item.error is not None:
            return False
        problem = posed.item.problem
        kind = type(problem)
        if kind not in self._known:
            self._known[kind] = family_of(problem).light
        return self._known[kind] or self._short(posed)

    def _short(self, posed: Posed) -> bool:
        try:
            return self._asked.to(posed.item.problem, posed.known).light(posed.item.problem)
        except SymcauseError:  # it is told when the work is done
            return False


def preload(question: str) -> None:
    """Libraries are no part of a problem's time and memory."""
    for family in answering(question):
        if family.space is not None:
            load(family.space)
        for library in family.libraries:
            import_module(library)


class ProblemJob:
    """Answers the question about one problem; runs in the child, here or on another machine."""

    def __init__(self, asked: Asked) -> None:
        self._asked = asked

    def __call__(self, posed: object, emit: Emit) -> Latest:
        assert isinstance(posed, Posed)
        item = posed.item
        if item.error is not None:
            raise item.error
        question = self._asked.to(item.problem, posed.known)
        last = question.frame(item.problem)
        emit(last)
        try:
            for last in question.answers(item.problem):
                emit(last)
        except LimitError as error:
            emit(last.halted(str(error)))
        return Latest()


def settled(item: Item, outcome: object, asked: Asked) -> Result:
    """The document that an outcome stands for."""
    if isinstance(outcome, Stopped):
        if item.error is not None:
            return ErrorDocument(problem=item.id, error=str(item.error))
        last = outcome.parts[-1] if outcome.parts else None
        try:
            document = asked.to(item.problem).frame(item.problem) if last is None else last
        except SymcauseError as error:  # stopped before it could say that it does not apply
            return ErrorDocument(problem=item.id, error=str(error))
        assert isinstance(document, Document)
        document = document.halted(outcome.reason, outcome.by)
        return document.doubtful() if outcome.lost else document
    if isinstance(outcome, SymcauseError):
        return ErrorDocument(problem=item.id, error=str(outcome))
    assert isinstance(outcome, Document)
    return outcome
