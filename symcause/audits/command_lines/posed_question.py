"""The posed question behind a document: what was asked about which problem, with which options.

It is one object behind everything that a result says: the key ``"asked"`` of its JSON, the line under the
headline, the title of the page and the commands that come next.
"""

from __future__ import annotations

from collections.abc import Mapping
from shlex import quote

from msgspec import Struct


class PosedQuestion(Struct, frozen=True, kw_only=True):
    """A question as the command line has it; *problem* is None for standard input."""

    question: str
    problem: str | None
    id: str | None = None  # which problem of a pool
    arguments: tuple[str, ...] = ()  # what follows the problem: answers, certificates
    options: Mapping[str, object] = {}  # as they were given, by the names of Python
    command: str = ""  # all of it, to be pasted

    @property
    def subject(self) -> str | None:
        """The problem as the next command takes it; None where no command can name it."""
        if self.problem is None:
            return None
        return quote(self.problem) + ("" if self.id is None else f" --id {quote(self.id)}")

    def __hash__(self) -> int:
        return hash(self.command)
