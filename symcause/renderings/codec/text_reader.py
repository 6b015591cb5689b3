"""The text reader: the value that a text has under a description, or where the text leaves it.

A description that :mod:`~symcause.renderings.codec.determinism` accepts is read from left to right without
a second try: what comes next in the text says which branch it is. A *trace* keeps the places of the items
of lists and of repetitions as they are read.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby, takewhile

from symcause.bounds.renderings_bounds import SHOWN_TERMINALS
from symcause.errors import ProblemError
from symcause.renderings.codec.determinism import Next, first_of, terminal_name
from symcause.renderings.codec.nodes import (
    Choice,
    Line,
    Listed,
    Literal,
    Name,
    Node,
    Number,
    Repeated,
    Sequence,
    Tail,
    Terminal,
    Value,
)

NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:/[0-9]+)?")
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_CLASSES = {Number: NUMBER, Name: NAME, Line: re.compile(r"[^\n]*"), Tail: re.compile(r"(?s).*")}


@dataclass(frozen=True)
class Span:
    """An item of a list or of a repetition: its node, its value and where it stands."""

    node: Node
    value: Value
    start: int
    end: int


@dataclass
class Scan:
    """One reading of a text: what could also have come where it is now, and the trace if one is kept."""

    text: str
    trace: list[Span] | None = None
    passed: dict[int, list[Terminal]] = field(default_factory=dict)  # by place: what did not come

    def fail(self, at: int, expected: Next) -> ReadError:
        """The complaint that none of these came at a place."""
        return ReadError.of(self.text, at, (*self.passed.get(at, ()), *expected))


class ReadError(ProblemError):
    """A text that leaves its description; *at* is where."""

    at_character: int = 0

    @classmethod
    def of(cls, text: str, at: int, expected: Next) -> ReadError:
        """The complaint with line and column."""
        names = list(dict.fromkeys(map(terminal_name, expected))) or ["the end of the text"]
        listed = ", ".join(names[:SHOWN_TERMINALS]) + (
            ", …" if len(names) > SHOWN_TERMINALS else ""
        )
        what = f"expected {listed}" if len(names) == 1 else f"expected one of {listed}"
        error = cls(what, place=position(text, at))
        error.at_character = at
        return error


def position(text: str, at: int) -> str:
    """Line and column of a character, both from 1."""
    line = text.count("\n", 0, at) + 1
    return f"line {line}, column {at - text.rfind(chr(10), 0, at)}"


Read = Callable[[Scan, int], tuple[Value, int]]


def read(read_root: Read, text: str, trace: list[Span] | None = None) -> Value:
    """The value of a whole text. Raises :class:`ReadError` at the first place that does not fit."""
    scan = Scan(text, trace)
    value, end = read_root(scan, 0)
    if end != len(text):
        raise scan.fail(end, ())
    return value


def reader(node: Node) -> Read:
    """The function that reads the values of a node."""
    if isinstance(node, Literal):
        return _literal(node)
    if isinstance(node, Sequence):
        return _sequence(node)
    if isinstance(node, Choice):
        return _choice(node)
    if isinstance(node, Listed):
        return _list_reader(node)
    if isinstance(node, Repeated):
        return _repeated(node)
    match, expected = _CLASSES[type(node)].match, (node,)

    def token(scan: Scan, at: int) -> tuple[Value, int]:
        found = match(scan.text, at)
        if found is None:
            raise scan.fail(at, expected)
        return found.group(), found.end()

    return token


def _literal(node: Literal) -> Read:
    text, size, expected = node.text, len(node.text), (node,)

    def literal(scan: Scan, at: int) -> tuple[Value, int]:
        if not scan.text.startswith(text, at):
            raise scan.fail(at, expected)
        return None, at + size

    return literal


def _sequence(node: Sequence) -> Read:
    parts = [(reader(part), isinstance(part, Literal)) for part in node.parts]

    def sequence(scan: Scan, at: int) -> tuple[Value, int]:
        values = []
        for part, silent in parts:
            value, at = part(scan, at)
            if not silent:
                values.append(value)
        return tuple(values), at

    return sequence


def _pattern(expected: Next) -> str:
    """What any of these terminals begins with; of literals that are told apart at most one fits."""
    texts = [t.text for t in expected if isinstance(t, Literal)]
    classes = [_CLASSES[type(t)].pattern for t in expected if not isinstance(t, Literal)]
    return "|".join((*_alternatives(sorted(set(texts))), *classes))


def _alternatives(texts: list[str]) -> list[str]:
    """The texts as alternatives of a pattern; those that begin alike share their beginning."""
    alternatives = []
    for _, group in groupby(texts, key=lambda text: text[:1]):
        alike = list(group)
        start = _shared(alike[0], alike[-1])
        rests = [text[len(start) :] for text in alike]
        deeper = f"(?:{'|'.join(_alternatives(rests))})" if len(rests) > 1 else ""
        alternatives.append(re.escape(start) + deeper)
    return alternatives


def _shared(first: str, last: str) -> str:
    """How two texts begin alike; what lies between them in order begins so, too."""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))
    return "".join(one for one, _ in same)


@lru_cache(maxsize=64)
def _choice(node: Choice) -> Read:
    expected = first_of(node)
    match = re.compile(_pattern(expected)).match
    constants = {b.text: (key, None) for key, b in node.branches if isinstance(b, Literal)}
    openings: dict[str, tuple[object, Read]] = {}
    by_class: tuple[object, Read] | None = None
    for key, branch in node.branches:
        if isinstance(branch, Literal):
            continue
        opened_by = key, reader(branch)
        for terminal in first_of(branch):
            if isinstance(terminal, Literal):
                openings[terminal.text] = opened_by
            else:
                by_class = opened_by

    def choice(scan: Scan, at: int) -> tuple[Value, int]:
        found = match(scan.text, at)
        if found is None:
            raise scan.fail(at, expected)
        constant = constants.get(found.group())
        if constant is not None:
            return constant, found.end()
        opened = openings.get(found.group(), by_class)
        assert opened is not None, "a terminal that no branch begins with"
        value, end = opened[1](scan, at)
        return (opened[0], value), end

    return choice


def _list_reader(node: Listed) -> Read:
    if isinstance(node.item, Choice) and all(isinstance(b, Literal) for _, b in node.item.branches):
        return _phrases(node, node.item)
    item, separator = reader(node.item), node.separator.text
    last = None if node.last is None else node.last.text
    marks = tuple(mark for mark in (node.separator, node.last) if mark is not None)
    size = len(separator)

    def listed(scan: Scan, at: int) -> tuple[Value, int]:
        values, text, trace, closing = [], scan.text, scan.trace, False
        while True:
            value, end = item(scan, at)
            values.append(value)
            if trace is not None:
                trace.append(Span(node, value, at, end))
            if closing:
                return tuple(values), end
            if text.startswith(separator, end):
                at = end + size
            elif last is not None and text.startswith(last, end):
                at, closing = end + len(last), True
            else:
                scan.passed = {end: list(marks)}
                return tuple(values), end

    return listed


def _phrases(node: Listed, item: Choice) -> Read:
    """A list of literals: one match for the whole list, and one for each item with what comes after it."""
    expected = first_of(item)
    constants = {b.text: (key, None) for key, b in item.branches if isinstance(b, Literal)}
    marks = tuple(mark for mark in (node.separator, node.last) if mark is not None)
    one, between = _pattern(expected), re.escape(node.separator.text)
    ending = "" if node.last is None else f"(?:{re.escape(node.last.text)}(?:{one}))?"
    whole = re.compile(f"(?:{one})(?:{between}(?:{one}))*{ending}").match
    after = "|".join(re.escape(mark.text) for mark in marks)
    single = re.compile(f"({one})({after}|)")
    items = re.compile(f"({one})(?:{after}|)").findall
    texts, separator = tuple(mark.text for mark in marks), node.separator.text

    def phrases(scan: Scan, at: int) -> tuple[Value, int]:
        match = whole(scan.text, at) if scan.trace is None else None
        if match is None or scan.text.startswith(texts, match.end()):
            return traced(scan, at)
        end = match.end()
        scan.passed = {end: list(marks)}
        return tuple(map(constants.__getitem__, items(scan.text, at, end))), end

    def traced(scan: Scan, at: int) -> tuple[Value, int]:
        """One item after the other, where places are kept or something is wrong."""
        values, text, trace, more = [], scan.text, scan.trace, separator
        while True:
            found = single.match(text, at)
            if found is None:
                raise scan.fail(at, expected)
            token, follows = found.groups()
            values.append(constants[token])
            if trace is not None:
                trace.append(Span(node, values[-1], at, found.end(1)))
            if more != separator or not follows:
                if not follows:
                    scan.passed = {found.end(1): list(marks)}
                return tuple(values), found.end(1)
            at, more = found.end(), follows

    return phrases


def _repeated(node: Repeated) -> Read:
    item, expected = reader(node.item), first_of(node.item)
    begins = re.compile(_pattern(expected)).match

    def repeated(scan: Scan, at: int) -> tuple[Value, int]:
        values, text, trace = [], scan.text, scan.trace
        while begins(text, at):
            value, end = item(scan, at)
            values.append(value)
            if trace is not None:
                trace.append(Span(node, value, at, end))
            at = end
        scan.passed = {at: [*scan.passed.get(at, ()), *expected]}
        return tuple(values), at

    return repeated
