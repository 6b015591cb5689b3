"""The load refusal of lm_eval tasks: one line for whoever started the harness, in place of a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from symcause.errors import SymcauseError, UsageError


class LoadRefusal(UsageError, SystemExit):
    """A task whose problems cannot be loaded, and why: the command ends with this line and exit code 1."""

    def __init__(self, error: SymcauseError) -> None:
        UsageError.__init__(self, str(error))
        self.code = f"symcause: {error}"


@contextmanager
def refused() -> Iterator[None]:
    """What is wrong with the metadata of a task, or with all problems of its pool, is said in one line."""
    try:
        yield
    except SymcauseError as error:
        raise LoadRefusal(error) from None
