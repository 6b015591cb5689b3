"""The errors that a user can meet, each with its file, place, value and remedy.

An error names the *file*, the *place* inside it (``worlds[3].rows[2]``), the offending *value* and a
*remedy*. The command line prints it as one line and exits with 2; nothing here is ever a traceback.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple, Self, TypeVar

E = TypeVar("E", bound="SymcauseError")


class Complaint(NamedTuple):
    """What went wrong, where, with which value, and what to do about it."""

    message: str
    file: str | None = None
    place: str | None = None
    value: str | None = None
    remedy: str | None = None

    def __str__(self) -> str:
        where = ": ".join(part for part in (self.file, self.place) if part)
        text = f"{where}: {self.message}" if where else self.message
        if self.value is not None:
            text += f" (got {self.value})"
        return f"{text}; {self.remedy}" if self.remedy else text


class SymcauseError(Exception):
    """The root of all errors that a user can meet: a :class:`Complaint` that travels as an exception.

    Parameters
    ----------
    message : str
        What is wrong.
    file : str, optional
        The file.
    place : str, optional
        The place in the file, ``worlds[3].rows[2]``.
    value : object, optional
        The offending value.
    remedy : str, optional
        What to do.

    Examples
    --------
    >>> print(SymcauseError("no such model", place="gold", value="X9", remedy="name one"))
    gold: no such model (got 'X9'); name one
    """

    def __init__(
        self,
        message: str,
        *,
        file: str | None = None,
        place: str | None = None,
        value: object = None,
        remedy: str | None = None,
    ) -> None:
        shown = None if value is None else shorten(value)
        self.complaint = Complaint(message, file, place, shown, remedy)
        super().__init__(str(self.complaint))

    def __str__(self) -> str:
        return str(self.complaint)

    def __reduce__(self) -> tuple[object, ...]:
        return _revive, (type(self), vars(self))

    def at(self, *, file: str | None = None, place: str | None = None) -> Self:
        """The same error, with the outer *file* or *place* put in front of what it knows."""
        inner = self.complaint.place
        if place and inner:
            place = place + inner if inner.startswith("[") else f"{place}.{inner}"
        complaint = self.complaint._replace(file=self.complaint.file or file, place=place or inner)
        return _revive(type(self), {**vars(self), "complaint": complaint})

    def placed(self, place: str) -> Self:
        """The same error at another *place*: where the user sees what is wrong."""
        complaint = self.complaint._replace(place=place)
        return _revive(type(self), {**vars(self), "complaint": complaint})


def _revive(kind: type[E], fields: dict[str, object]) -> E:
    """An error with these attributes: those of a subclass survive pickling and :meth:`at` too."""
    error = kind.__new__(kind)
    vars(error).update(fields)
    Exception.__init__(error, str(error.complaint))
    return error


class ProblemError(SymcauseError):
    """A problem, graph or certificate file that is malformed or contradicts itself."""


class UsageError(SymcauseError):
    """A request that does not apply: wrong option, unknown id, missing gold."""


class KindError(UsageError, TypeError):
    """A value of another kind than a function takes; a TypeError, too, as Python's own."""


class LimitError(SymcauseError):
    """An input or a computation beyond a documented bound (depth, length, table size)."""


def shorten(value: object, limit: int = 60) -> str:
    """A value as a message shows it: printable, quoted if it is text, never long."""
    text = repr(value) if isinstance(value, str) else str(value)
    text = printable(text[: limit + 1])
    return text if len(text) <= limit else text[: limit - 1] + "…"


def printable(text: str, kept: str = "") -> str:
    """The text with every character that could steer a terminal replaced, but for those *kept*."""
    return text.translate({ord(c): "?" for c in set(text) - set(kept) if not c.isprintable()})


def closest(word: str, known: Iterable[str]) -> str | None:
    """The known word nearest to *word*, or None; one with other capitals, signs or leading zeros first."""
    from difflib import get_close_matches  # loaded when it is needed

    words, word, sign = sorted(known), str(word)[:200], re.compile(r"0*(\d+)|[\W_]+")
    same = [w for w in words if sign.sub(r"\1", w.lower()) == sign.sub(r"\1", word.lower())]
    return next(iter(same or get_close_matches(word, words, n=1, cutoff=0.6)), None)


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """A remedy for a misspelt word: the nearest known one, else the list of all."""
    if (near := closest(word, known)) is not None:
        return f"did you mean {near!r}?"
    listed = ", ".join(sorted(known))
    return f"known: {listed}" if listed and len(listed) <= 200 else None
