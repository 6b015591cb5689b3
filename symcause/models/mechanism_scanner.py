"""The mechanism scanner: a fast reader of Boolean mechanisms written as S-expressions.

Scoring reads mechanisms by the million, and nearly all of them are right. So :func:`scan` only answers
"this expression" or None, in one pass without recursion over pieces of text: ``(and``, ``X1``, ``)``. Text
as the printer writes it is cut into pieces by two string operations; only other spacing needs a regular
expression. What is wrong with a refused text is the business of
:mod:`symcause.grammar.mechanisms.stop_place`, which finds the first piece that cannot continue the
expression, and of :mod:`symcause.grammar.mechanisms.mistake_explanations`, which asks the grammar about
that place.

>>> scan("(not X1)", WORDS, constants=False)
Operation(operator='not', arguments=(Variable(name='X1'),))
>>> scan("(not X1 X2)", WORDS, constants=False) is None
True
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from sys import maxsize

from symcause.models.expressions import MAX_DEPTH, Constant, Expression, Operation, Variable
from symcause.models.variable_names import WORDS, is_name

PIECE = re.compile(r"\( *[^ ()]*|\)|[^ ()]+")
# Brackets that touch a neighbour, or stand apart from what they enclose.
_ODD_SPACING = re.compile(r"\( | \)|[^ (]\(|\)[^ )]")
_HEADS = {f"({word}": word for word in WORDS}
_CONSTANTS = {"0": Constant(False), "1": Constant(True)}

_VARIABLES: dict[str, Variable] = {}  # leaves are immutable, so all mechanisms share them
_MOST_SHARED = 4096  # names: hostile ones must not fill the memory
_LONGEST_SHARED = 64  # characters: longer names are not shared


def scan(text: str, operators: Collection[str], *, constants: bool) -> Expression | None:
    """The expression that *text* denotes, or None if it is no expression of the language."""
    pieces = text.replace(")", " )").split(" ")
    expression = _build(iter(pieces), operators, constants)
    if expression is None and _ODD_SPACING.search(text):
        expression = _build(iter(PIECE.findall(text)), operators, constants)
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
            if not outer or not fits(operator, len(arguments)):
                return None
            operation = Operation(operator, tuple(arguments))
            operator, arguments = outer.pop()
            arguments.append(operation)
        elif (head := _HEADS.get(piece) or head_of(piece)) is not None:
            outer.append((operator, arguments))
            if head not in operators or len(outer) >= MAX_DEPTH:
                return None
            operator, arguments = head, []
        elif piece:
            if piece[0] == "(":
                leaf = leaf_of(piece[1:].lstrip(" "), constants)
                if next(pieces, "") != ")":
                    return None
            else:
                leaf = leaf_of(piece, constants)
            if leaf is None:
                return None
            arguments.append(leaf)
    return arguments[0] if len(arguments) == 1 and not outer else None


MANY = maxsize  # no text has so many arguments
BOUNDS = {"": (1, 1), "not": (1, 1), "if": (3, 3)}  # fewest and most arguments
BOUNDS |= dict.fromkeys(("and", "or", "xor", "iff"), (2, MANY))


def fits(operator: str, count: int) -> bool:
    least, most = BOUNDS[operator]
    return least <= count <= most


def head_of(piece: str) -> str | None:
    """The operator that a piece such as ``(  and`` opens with, or None."""
    if piece[:1] != "(":
        return None
    word = piece[1:].lstrip(" ")
    return word if word in WORDS else None


def leaf_of(word: str, constants: bool) -> Expression | None:
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
