"""YAML as a stream of problems, one of a pool in memory at a time.

Release files have hundreds of megabytes, and a YAML loader would build all of it. Here the parser's
events are turned into plain values one entry of ``problems`` at a time. Only what JSON has is built:
objects with text keys, lists, text, whole numbers, decimals, true, false and null. Tags, aliases
and deep nesting are refused, so no file can ask for more memory or code than it shows.

Plain scalars are read as YAML 1.2 does: ``0011`` and ``on`` are text, ``1.5`` is a decimal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Protocol

import yaml
from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentEndEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
    StreamStartEvent,
)
from yaml.reader import ReaderError

from symcause.bounds.formats_bounds import YAML_DEPTH, YAML_ENTRY_BYTES
from symcause.errors import LimitError, ProblemError
from symcause.formats.strict_json import MAX_DECIMAL, MAX_INTEGER, below

_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_DECIMAL = re.compile(r"[-+]?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]{1,3})?")
_WORDS = {
    "": None,
    "~": None,
    **dict.fromkeys(("null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_TEXT = "tag:yaml.org,2002:str"


class ByteStream(Protocol):
    """Anything with ``read``."""

    def read(self, size: int = -1, /) -> bytes: ...


class _Metered:
    """A stream that refuses to deliver more than :data:`YAML_ENTRY_BYTES` bytes for one entry."""

    def __init__(self, stream: ByteStream) -> None:
        self._stream = stream
        self._spent = 0

    def read(self, size: int = -1, /) -> bytes:
        data = self._stream.read(size)
        self._spent += len(data)
        if self._spent > YAML_ENTRY_BYTES:
            raise LimitError(
                "one entry of the file is too large",
                remedy=f"at most {YAML_ENTRY_BYTES >> 20} MB are held at a time",
            )
        return data

    def reset(self) -> None:
        self._spent = 0


class YamlStream:
    """The events of one YAML document, built into values on request.

    Of a value under a key in *only*, nothing is built but what stands at the path given for it.
    """

    def __init__(
        self,
        stream: ByteStream,
        *,
        only: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        self._metered = _Metered(stream)
        self._events = _events(yaml.parse(self._metered, Loader=loader))
        self._only = dict(only or {})

    def entries(self) -> Iterator[str]:
        """The keys of the top level; the caller takes or drops each value before the next key."""
        if not isinstance(self._next_inside(), MappingStartEvent):
            raise ProblemError(
                "neither JSON nor a YAML mapping", remedy="symcause schema lists the formats"
            )
        seen: set[str] = set()
        while not isinstance(event := next(self._events), MappingEndEvent):
            key = self._key(event, "", seen)
            self._metered.reset()
            yield key
        if not isinstance(next(self._events), DocumentEndEvent):
            raise ProblemError("the YAML mapping is not the only content")
        if not isinstance(next(self._events), StreamEndEvent):
            raise ProblemError("more than one YAML document in the file")

    def take(self, place: str) -> object:
        """The value that comes next."""
        return self._build(next(self._events), place, 1)

    def drop(self) -> None:
        """Leave the value that comes next unbuilt."""
        self._drop(next(self._events), 1)

    def items(self, place: str) -> Iterator[object]:
        """The value that comes next, which must be a list, one part at a time."""
        if not isinstance(next(self._events), SequenceStartEvent):
            raise ProblemError("expected a list", place=place)
        index = 0
        while not isinstance(event := next(self._events), SequenceEndEvent):
            self._metered.reset()
            yield self._build(event, below(place, index), 2)
            index += 1

    def _next_inside(self) -> Event:
        """The first event of the content."""
        event = next(self._events)
        while isinstance(event, StreamStartEvent | DocumentStartEvent):
            event = next(self._events)
        return event

    def _build(self, event: Event, place: str, depth: int) -> object:
        _check(event, place, depth)
        if isinstance(event, ScalarEvent):
            return _scalar(event)
        if isinstance(event, SequenceStartEvent):
            parts: list[object] = []
            while not isinstance(event := next(self._events), SequenceEndEvent):
                parts.append(self._build(event, below(place, len(parts)), depth + 1))
            return parts
        found: dict[str, object] = {}
        while not isinstance(event := next(self._events), MappingEndEvent):
            key = self._key(event, place, found)
            if key in self._only:
                found[key] = self._pick(next(self._events), self._only[key], place, depth + 1)
            else:
                found[key] = self._build(next(self._events), below(place, key), depth + 1)
        return found

    def _pick(self, event: Event, path: tuple[str, ...], place: str, depth: int) -> object:
        """What stands at *path* below the value that begins with *event*, in its place."""
        if not path or not isinstance(event, MappingStartEvent):
            self._drop(event, depth)
            return None
        _check(event, place, depth)
        found: dict[str, object] = {}
        while not isinstance(event := next(self._events), MappingEndEvent):
            if self._key(event, place, found) != path[0]:
                self._drop(next(self._events), depth + 1)
            elif path[1:]:
                found[path[0]] = self._pick(next(self._events), path[1:], place, depth + 1)
            else:
                found[path[0]] = self._build(next(self._events), place, depth + 1)
        return found

    def _drop(self, event: Event, depth: int) -> None:
        _check(event, "", depth)
        opened = 0
        while True:
            opened += isinstance(event, CollectionStartEvent)
            opened -= isinstance(event, CollectionEndEvent)
            if not opened:
                return
            event = next(self._events)

    def _key(self, event: Event, place: str, seen: dict[str, object] | set[str]) -> str:
        if not isinstance(event, ScalarEvent):
            raise ProblemError("a key that is no text", place=place or _position(event))
        key: str = event.value
        if key in seen:
            raise ProblemError(
                "the key stands twice", place=below(place, key), remedy="keep one of the two"
            )
        if isinstance(seen, set):
            seen.add(key)
        return key


def _events(events: Iterator[Event]) -> Iterator[Event]:
    """The parser's events, its errors in our words."""
    try:
        yield from events
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = None if mark is None else f"line {mark.line + 1}, column {mark.column + 1}"
        raise ProblemError(f"neither JSON nor YAML: {error.problem}", place=place) from None
    except ReaderError as error:
        raise ProblemError(f"not text: {error.reason}", place=f"byte {error.position}") from None


def _check(event: Event, place: str, depth: int) -> None:
    if isinstance(event, AliasEvent):
        raise ProblemError(
            "YAML aliases are refused",
            place=place or _position(event),
            remedy="write the value out",
        )
    tag = getattr(event, "tag", None)
    if tag is not None and tag != _TEXT:
        raise ProblemError("YAML tags are refused", place=place or _position(event), value=str(tag))
    if depth > YAML_DEPTH:
        raise LimitError(
            "the YAML is nested too deep",
            place=_position(event),
            remedy=f"at most {YAML_DEPTH} levels",
        )


def _position(event: Event) -> str:
    mark = event.start_mark
    assert mark is not None
    return f"line {mark.line + 1}, column {mark.column + 1}"


def _scalar(event: ScalarEvent) -> object:
    text: str = event.value
    if event.style or event.tag == _TEXT:
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text) and len(text) <= MAX_INTEGER:
        return int(text)
    if _DECIMAL.fullmatch(text) and len(text) <= MAX_DECIMAL:
        return Decimal(text)
    return text
