"""A shared refusal: what all problems of a run say alike is a mistake in the request, and no result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from symcause.audits.documents import ErrorDocument, Result
from symcause.cli.runs.question_request import Asked
from symcause.errors import UsageError
from symcause.formats.pools.problem_files import Item

Deliver = Callable[[Result, Item, int], None]


class Refusals:
    """Holds results back as long as the question, with its options, applied to no problem."""

    def __init__(self, asked: Asked, deliver: Deliver) -> None:
        self._asked, self._deliver = asked, deliver
        self._waiting: list[tuple[Result, Item, int]] = []
        self._refusal: UsageError | None = None
        self._open = True

    def take(self, found: Result, item: Item, place: int) -> None:
        """One more result, in order."""
        refused = self._refused(item) if self._open else None
        if refused is not None and isinstance(found, ErrorDocument):
            self._refusal = self._refusal or refused
            self._waiting.append((found, replace(item, problem=None), place))
            return
        self._open = False
        waiting, self._waiting = self._waiting, []
        for early in (*waiting, (found, item, place)):
            self._deliver(*early)

    def close(self) -> None:
        """Raises UsageError where nothing but refusals came."""
        if self._waiting and self._refusal is not None:
            raise self._refusal

    def _refused(self, item: Item) -> UsageError | None:
        """Why the question does not apply to a problem, whatever that says; None if it does."""
        if item.error is not None:
            return None
        try:
            self._asked.to(item.problem)
        except UsageError as error:
            return error
        return None
