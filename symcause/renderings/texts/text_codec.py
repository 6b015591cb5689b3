"""The text codec: a told document as a text, and a text as the told document that it tells.

A text is accepted if it is read to its end, makes sense, and *writing what was read gives the same bytes*.
So there is one text for a told document, an order of mention, a list of fillers and a way to abstain.
"""

from __future__ import annotations

from dataclasses import dataclass

from symcause.errors import ProblemError
from symcause.renderings.codec.text_reader import ReadError, Span, position, read
from symcause.renderings.family_words import Order, ToldDocument
from symcause.renderings.texts.description import Description
from symcause.renderings.texts.frame import frame
from symcause.renderings.texts.layout import Contents, contents_of, text_of
from symcause.renderings.themes.phrase_slots import filled


@dataclass(frozen=True)
class ReadText:
    """What a text tells, in the names of its nouns."""

    told: ToldDocument
    order: Order
    fillers: tuple[int, ...]
    abstain: bool


def write_text(
    told: ToldDocument,
    order: Order,
    description: Description,
    fillers: tuple[int, ...],
    abstain: bool,
) -> str:
    """The text of a told document whose variables are nouns."""
    script = description.wording.script(told, order)
    return text_of(Contents(script, fillers, _tail(told, order, description, abstain)), description)


def _tail(told: ToldDocument, order: Order, description: Description, abstain: bool) -> str:
    key, slots = description.wording.form(told, order)
    form = filled(frame()["answer"][key], {**slots, "world": description.theme.words["world"]})
    return form + frame()["abstain"] if abstain else form


def read_text(text: str, description: Description, trace: list[Span] | None = None) -> ReadText:
    """What an accepted text tells. Raises ProblemError, with line and column, for any other text."""
    contents = contents_of(read(description.read, text, trace), description)
    told = description.wording.read(contents.script)
    abstain = contents.tail.endswith(frame()["abstain"])
    order = contents.script.order
    again = write_text(told, order, description, contents.fillers, abstain)
    if again != text:
        at = next((i for i, (a, b) in enumerate(zip(text, again, strict=False)) if a != b), None)
        at = min(len(text), len(again)) if at is None else at
        error = ReadError("not as it would be written", place=position(text, at))
        error.at_character = at
        raise error
    return ReadText(told, order, contents.fillers, abstain)


def decoded(source: bytes, file: str | None = None) -> str:
    """The text of a file: UTF-8 with line feeds, nothing else."""
    if source.startswith(b"\xef\xbb\xbf"):
        raise ProblemError("a byte order mark", file=file, remedy="save it without one")
    if b"\r\n" in source:
        raise ProblemError("CRLF line ends", file=file, remedy="save it with LF line ends")
    try:
        return source.decode("utf-8")
    except UnicodeDecodeError:
        raise ProblemError("not UTF-8", file=file) from None
