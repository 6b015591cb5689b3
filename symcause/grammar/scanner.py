"""A fast reader of S-expressions, held by tests to the grammar in ``sexpr.lark``.

Scoring reads mechanisms by the million, and nearly all of them are right. So :func:`scan` only
answers "this expression" or None, in one pass without recursion over pieces of text: ``(and``,
``X1``, ``)``. Text as the printer writes it is cut into pieces by two string operations; only other
spacing needs a regular expression. What is wrong with a refused text is the business of
:func:`locate`, which finds the first piece that cannot continue the expression, and of
:mod:`symcause.grammar.explanations`, which asks the grammar about that place.

>>> scan("(not X1)", WORDS, constants=False)
Operation(operator='not', arguments=(Variable(name='X1'),))
>>> scan("(not X1 X2)", WORDS, constants=False) is None
True
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from symcause.models.expressions import MAX_DEPTH, Constant, Expression, Operation, Variable
from symcause.models.names import WORDS, is_name

_PIECE = re.compile(r"\( *[^ ()]*|\)|[^ ()]+")
# Brackets that touch a neighbour, or stand apart from what they enclose.
_ODD_SPACING = re.compile(r"\( | \)|[^ (]\(|\)[^ )]")
_CLOSING = re.compile(r" *\)")
_HEADS = {f"({word}": word for word in WORDS}
_CONSTANTS = {"0": Constant(False), "1": Constant(True)}

# Leaves are immutable, so all mechanisms share them; hostile names must not fill the memory.
_VARIABLES: dict[str, Variable] = {}
_MOST_SHARED, _LONGEST_SHARED = 4096, 64


def scan(text: str, operators: Collection[str], *, constants: bool) -> Expression | None:
    """The expression that *text* denotes, or None if it is no expression of the language."""
    pieces = text.replace(")", " )").split(" ")
    expression = _build(iter(pieces), operators, constants)
    if expression is None and _ODD_SPACING.search(text):
        expression = _build(iter(_PIECE.findall(text)), operators, constants)
    return expression


def _build(pieces: Iterator[str], operators: Collection[str], constants: bool) -> Expression | None:
    outer: list[tuple[str, list[Expression]]] = []
    operator = ""
    arguments: list[Expression] = []
    shared = _VARIABLES.get
    for piece in pieces:
        leaf: Expression | None = shared(piece)
        if leaf is not None:
            arguments.append(leaf)
        elif piece == ")":
            if not outer or not _fits(operator, len(arguments)):
                return None
            operation = Operation(operator, tuple(arguments))
            operator, arguments = outer.pop()
            arguments.append(operation)
        elif (head := _HEADS.get(piece) or _head(piece)) is not None:
            outer.append((operator, arguments))
            if head not in operators or len(outer) >= MAX_DEPTH:
                return None
            operator, arguments = head, []
        elif piece:
            if piece[0] == "(":
                leaf = _leaf(piece[1:].lstrip(" "), constants)
                if next(pieces, "") != ")":
                    return None
            else:
                leaf = _leaf(piece, constants)
            if leaf is None:
                return None
            arguments.append(leaf)
    return arguments[0] if len(arguments) == 1 and not outer else None


_MOST = {"": 1, "not": 1, "if": 3}  # arguments; the other operators take as many as there are


def _fits(operator: str, count: int) -> bool:
    return count == _MOST[operator] if operator in _MOST else count > 1


def _head(piece: str) -> str | None:
    """The operator that a piece such as ``(  and`` opens with, or None."""
    if piece[:1] != "(":
        return None
    word = piece[1:].lstrip(" ")
    return word if word in WORDS else None


def _leaf(word: str, constants: bool) -> Expression | None:
    if constants and word in _CONSTANTS:
        return _CONSTANTS[word]
    return _variable(word)


def _variable(word: str) -> Variable | None:
    if not is_name(word):
        return None
    variable = Variable(word)
    if len(word) <= _LONGEST_SHARED:
        if len(_VARIABLES) >= _MOST_SHARED:
            _VARIABLES.clear()
        _VARIABLES[word] = variable
    return variable


@dataclass
class Frame:
    """An open bracket: where it stands, its operator, and how many arguments are complete."""

    position: int
    operator: str
    count: int = 0


@dataclass(frozen=True)
class Stop:
    """Where reading stopped, what is open there, and whether the expression was complete."""

    position: int
    frames: tuple[Frame, ...]
    complete: bool


def locate(text: str, operators: Collection[str], *, constants: bool) -> Stop:
    """The first piece of a refused *text* with which no expression can continue."""
    inner = whole = Frame(0, "")
    frames: list[Frame] = []
    matches = _PIECE.finditer(text)
    for match in matches:
        piece = match[0]
        if piece == ")":
            if not frames or not _fits(inner.operator, inner.count):
                break
            frames.pop()
            inner = frames[-1] if frames else whole
            inner.count += 1
        elif inner.count == _MOST.get(inner.operator):
            break
        elif piece[0] != "(":
            if piece not in _VARIABLES and _leaf(piece, constants) is None:
                break
            inner.count += 1
        elif (head := _head(piece)) is not None:
            if head not in operators or len(frames) + 1 >= MAX_DEPTH:
                break
            inner = Frame(match.start(), head)
            frames.append(inner)
        else:
            alone = _leaf(piece[1:].lstrip(" "), constants)
            if alone is None or not _CLOSING.match(text, match.end()):
                break
            next(matches)
            inner.count += 1
    else:
        return Stop(len(text), tuple(frames), whole.count == 1)
    return Stop(match.start(), tuple(frames), whole.count == 1)
