"""The refusal of a task: one line for whoever started Inspect, in place of a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from symcause.errors import SymcauseError, UsageError

try:  # what Inspect shows without a traceback; it is not among its public names
    from inspect_ai._util.error import PrerequisiteError
except ImportError:  # pragma: no cover
    PrerequisiteError = Exception


class TaskRefusal(UsageError, PrerequisiteError):
    """A task that cannot be made, and why."""

    def __init__(self, error: SymcauseError) -> None:
        UsageError.__init__(self, str(error))
        self.message = str(error)


@contextmanager
def refused() -> Iterator[None]:
    """What is wrong with the arguments of a task, or with all problems of its pool, is said in one line."""
    try:
        yield
    except SymcauseError as error:
        raise TaskRefusal(error) from None
