"""Equation syntax: the text of an equation, bounded and balanced, as a parse tree.

Every refusal is an :class:`~symcause.grammar.equations.equation_mistakes.EquationError` that names the
mistake.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from symcause.bounds.grammar_bounds import EQUATION_DEPTH, EQUATION_LENGTH
from symcause.errors import shorten
from symcause.grammar.equations.equation_mistakes import EquationError, EquationMistake
from symcause.grammar.equations.equation_operators import SUBSTITUTES, tokens

if TYPE_CHECKING:
    from lark import Lark, Token


@lru_cache(maxsize=1)
def _parser() -> Lark:
    from lark import Lark

    source = files("symcause.grammar").joinpath("equations.lark").read_text(encoding="utf-8")
    complete = source.replace("// operators", tokens())
    return Lark(complete, parser="lalr", maybe_placeholders=False)


def parse_tree(text: str) -> Any:
    """The parse tree of an equation or of a bare right-hand side."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

    _check_shape(text)
    try:
        return _parser().parse(text)
    except UnexpectedCharacters as error:
        position = error.pos_in_stream or 0
        character = text[position]
        substitute = SUBSTITUTES.get(character)
        remedy = f"write {substitute}" if substitute else None
        raise EquationError(
            EquationMistake.UNEXPECTED_CHARACTER,
            f"unexpected character {shorten(character)}",
            text,
            position,
            remedy,
        ) from None
    except UnexpectedToken as error:
        raise _unexpected(text, error.token) from None
    except UnexpectedInput as error:
        raise EquationError(
            EquationMistake.MISSING_OPERAND, "the equation breaks off", text, len(text)
        ) from error


def _unexpected(text: str, token: Token) -> EquationError:
    position = token.start_pos if token.start_pos is not None else len(text)
    if token.type == "$END":
        return EquationError(
            EquationMistake.MISSING_OPERAND, "the equation breaks off", text, len(text.rstrip())
        )
    if token.type in ("NAME", "NUMBER", "LPAR"):
        return EquationError(
            EquationMistake.MISSING_OPERATOR,
            f"an operator is missing before {shorten(str(token))}",
            text,
            position,
            remedy="write * between factors",
        )
    if token.type == "EQUAL":
        return EquationError(
            EquationMistake.EXTRA_EQUALS_SIGN,
            "an equals sign in the wrong place",
            text,
            position,
            remedy="write one name, then =, then its formula",
        )
    return EquationError(
        EquationMistake.MISSING_OPERAND,
        f"a number, a name or a bracket is missing before {shorten(str(token))}",
        text,
        position,
    )


def _check_shape(text: str) -> None:
    """Length, depth and balance of brackets, before any parser sees the text."""
    if len(text) > EQUATION_LENGTH:
        message = f"an equation has at most {EQUATION_LENGTH} characters"
        raise EquationError(EquationMistake.TOO_LONG, message, text, EQUATION_LENGTH)
    if not text.strip():
        raise EquationError(EquationMistake.EMPTY, "the equation is empty", text, 0)
    opened: list[int] = []
    for position, character in enumerate(text):
        if character == "(":
            opened.append(position)
            if len(opened) > EQUATION_DEPTH:
                message = f"more than {EQUATION_DEPTH} brackets inside each other"
                raise EquationError(EquationMistake.TOO_DEEP, message, text, position)
        elif character == ")":
            if not opened:
                message = "a closing bracket without an opening one"
                raise EquationError(EquationMistake.EXTRA_BRACKET, message, text, position)
            opened.pop()
    if opened:
        message = "this bracket is never closed"
        raise EquationError(EquationMistake.MISSING_BRACKET, message, text, opened[-1])
