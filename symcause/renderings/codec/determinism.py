"""Determinism: the condition under which no text has two derivations from a description.

At a point of a text where several terminals can come next,

* (a) no literal equals or begins another; where a number can come, none begins like one; and a name, the
  rest of a line or of the text is never one of several;
* (b) what follows a number begins with no digit, no ``/`` and no decimal point before a digit, and is not
  a decimal point alone; what follows a name begins with no character of a name; what follows the rest of
  a line is a line break; nothing follows the rest of the text;
* (c) no literal, branch of a choice or item of a list or repetition can be empty.

**Theorem.** Under (a), (b) and (c) every text has at most one derivation: ``docs/theory/renderings.md`` has
the proof. Hence two values never have one text, and reading needs no second try. The condition speaks of
the description, so it is checked once for all texts of a theme.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from symcause.errors import ProblemError, shorten
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
)

Next = tuple[Terminal, ...]
"""The terminals that can come next; empty where the text can only end."""

_LIKE_NUMBER = re.compile(r"-?[0-9]|-\Z")
_GOES_ON = {Number: re.compile(r"[0-9/]|\.[0-9]|\.\Z"), Name: re.compile(r"[A-Za-z0-9_]")}


class Clash(ProblemError):
    """Two terminals that a reader could not tell apart; *terminals* are the two."""

    terminals: tuple[Terminal, ...] = ()


def check_determinism(root: Node) -> None:
    """Raise :class:`Clash` unless the condition holds everywhere in a description."""
    _before(root, ())


def _before(node: Node, after: Next) -> Next:
    """What can come where *node* begins and *after* follows it, with everything in it checked."""
    _check_empty(node)
    if isinstance(node, Sequence):
        for part in reversed(node.parts):
            after = _before(part, after)
        return after
    if isinstance(node, Choice):
        options = [_before(branch, after) for _, branch in node.branches]
        return _distinct_terminals(tuple(t for option in options for t in option))
    if isinstance(node, Repeated):
        again = _distinct_terminals((*first_of(node.item), *after))
        _before(node.item, again)
        return again
    if isinstance(node, Listed):
        marks = (node.separator,) if node.last is None else (node.separator, node.last)
        return _before(node.item, _distinct_terminals((*marks, *after)))
    _check_follow(node, after)
    return (node,)


def _check_empty(node: Node) -> None:
    """Complain about an empty literal, and about a branch or an item that can be empty."""
    inner: tuple[Node, ...] = ()
    if isinstance(node, Choice):
        inner = tuple(branch for _, branch in node.branches)
    elif isinstance(node, Listed):
        inner = (node.item, node.separator, *(() if node.last is None else (node.last,)))
    elif isinstance(node, Repeated):
        inner = (node.item,)
    elif isinstance(node, Literal):
        inner = (node,)
    if any(map(_can_be_empty, inner)):
        raise Clash("a phrase, a branch or an item can be empty", remedy="give it some words")


def _can_be_empty(node: Node) -> bool:
    """Has a node a derivation without a character? Rests count as one: a line break or the end follows."""
    if isinstance(node, Sequence):
        return all(map(_can_be_empty, node.parts))
    if isinstance(node, Choice):
        return any(_can_be_empty(branch) for _, branch in node.branches)
    if isinstance(node, Listed):
        return _can_be_empty(node.item)
    return isinstance(node, Repeated) or (isinstance(node, Literal) and not node.text)


def first_of(node: Node) -> Next:
    """The terminals that a node can begin with, if it cannot be empty itself."""
    if isinstance(node, Sequence):
        terminals: list[Terminal] = []
        for part in node.parts:
            terminals += first_of(part)
            if not _can_be_empty(part):
                break
        return tuple(terminals)
    if isinstance(node, Choice):
        return tuple(t for _, branch in node.branches for t in first_of(branch))
    if isinstance(node, Listed | Repeated):
        return first_of(node.item)
    return (node,)


@dataclass(frozen=True)
class _Pair:
    one: Terminal
    other: Terminal

    def clash(self, what: str) -> Clash:
        places = [
            f"{terminal_name(t)}{f' at {place_of(t)}' if place_of(t) else ''}"
            for t in (self.one, self.other)
        ]
        error = Clash(f"{what}: {places[0]} and {places[1]}", remedy="rephrase one of them")
        error.terminals = (self.one, self.other)
        return error


def terminal_name(terminal: Terminal) -> str:
    """A terminal as a message names it."""
    if isinstance(terminal, Literal):
        return shorten(terminal.text)
    words = {Number: "a number", Name: "a name", Line: "the rest of a line", Tail: "the rest"}
    return words[type(terminal)]


def place_of(terminal: Terminal) -> str:
    """Who wrote a terminal, as far as that is known."""
    return terminal.place if isinstance(terminal, Literal | Number) else ""


def _distinct_terminals(options: Next) -> Next:
    """The same terminals, if a reader can tell them apart (a)."""
    literals = sorted((t for t in options if isinstance(t, Literal)), key=lambda t: t.text)
    for one, other in pairwise(literals):
        if other.text.startswith(one.text):
            raise _Pair(one, other).clash("one phrase equals or begins the other")
    if len(literals) == len(options):
        return options
    classes = [t for t in options if not isinstance(t, Literal)]
    for terminal in classes:
        if len(options) > 1 and (len(classes) > 1 or not isinstance(terminal, Number)):
            another = next(t for t in options if t is not terminal)
            raise _Pair(terminal, another).clash("not to be told apart")
        alike = next((t for t in literals if _LIKE_NUMBER.match(t.text)), None)
        if isinstance(terminal, Number) and alike is not None:
            raise _Pair(terminal, alike).clash("a phrase begins like a number")
    return options


def _check_follow(node: Terminal, after: Next) -> None:
    """Complain if a class could stop early before what follows it (b)."""
    if isinstance(node, Literal):
        return
    for other in after:
        if isinstance(node, Tail):
            raise _Pair(node, other).clash("nothing may follow the rest of the text")
        if isinstance(node, Line):
            if not (isinstance(other, Literal) and other.text.startswith("\n")):
                raise _Pair(node, other).clash("a line must end after the rest of a line")
        elif not isinstance(other, Literal) or _GOES_ON[type(node)].match(other.text):
            raise _Pair(node, other).clash(f"what follows could be part of {terminal_name(node)}")
