"""The term parser: the text of a scenario expression into a term, by lark.

Every refusal is a :class:`~symcause.grammar.scenario.term_mistakes.TermError` that names the mistake and
points at it. Names are not looked up here: what they mean is up to the scenario.

>>> from symcause.grammar.scenario.scenario_terms import show
>>> show(parse_term("clip(0.8*x, 1/20, 0.95)"))
'clip(0.8 * x, 1 / 20, 0.95)'
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from symcause.bounds.grammar_bounds import KEPT_TERM_LENGTH, TERM_DEPTH, TERM_LENGTH
from symcause.errors import SymcauseError, did_you_mean, shorten
from symcause.grammar.scenario.scenario_terms import (
    Apply,
    Case,
    Name,
    Number,
    Term,
    Text,
    Truth,
)
from symcause.grammar.scenario.term_mistakes import TermError, TermMistake
from symcause.grammar.scenario.term_operators import FUNCTIONS
from symcause.models.exact_numbers import read_number

if TYPE_CHECKING:
    from lark import Lark, Token

_SUBSTITUTES = {"−": "-", "–": "-", "·": "*", "×": "*", "÷": "/", "≤": "<=", "≥": ">=", "≠": "!="}
_SUBSTITUTES |= {"=": "==", "&": "and", "|": "or", "!": "not", "^": "a product", "'": '"'}


@lru_cache(maxsize=1)
def _parser() -> Lark:
    from lark import Lark

    source = files("symcause.grammar").joinpath("scenario.lark").read_text(encoding="utf-8")
    return Lark(source, parser="lalr", maybe_placeholders=False, propagate_positions=True)


def parse_term(text: str) -> Term:
    """The term that a text stands for."""
    return _kept(text) if len(text) <= KEPT_TERM_LENGTH else _parsed(text)


@lru_cache(maxsize=4096)
def _kept(text: str) -> Term:
    return _parsed(text)


def _parsed(text: str) -> Term:
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    _check_shape(text)
    try:
        tree = _parser().parse(text)
    except UnexpectedCharacters as error:
        position = error.pos_in_stream or 0
        substitute = _SUBSTITUTES.get(text[position])
        raise TermError(
            TermMistake.UNEXPECTED_CHARACTER,
            f"unexpected character {shorten(text[position])}",
            text,
            position,
            f"write {substitute}" if substitute else None,
        ) from None
    except UnexpectedToken as error:
        raise _unexpected(text, error.token) from None
    return _Builder(text).term(tree)


def _unexpected(text: str, token: Token) -> TermError:
    if token.type == "$END" or token.start_pos is None:
        return TermError(
            TermMistake.MISSING_OPERAND, "the expression breaks off", text, len(text.rstrip())
        )
    return TermError(
        TermMistake.UNEXPECTED_WORD,
        f"{shorten(str(token))} cannot stand here",
        text,
        token.start_pos,
    )


class _Builder:
    """Terms from the tree of one text, bottom up, no deeper than the bound."""

    def __init__(self, text: str) -> None:
        self.text = text

    def term(self, tree: Any, depth: int = 0) -> Term:
        place = tree.meta.start_pos
        if depth > TERM_DEPTH:
            message = f"more than {TERM_DEPTH} terms inside each other"
            raise TermError(TermMistake.TOO_DEEP, message, self.text, place)
        built: Term = getattr(self, f"_{tree.data}")(tree.children, place, depth + 1)
        return built

    def _number(self, parts: list[Any], at: int, depth: int) -> Term:
        try:
            return Number(read_number(str(parts[0])), at)
        except SymcauseError as error:
            message = error.complaint.message
            raise TermError(TermMistake.BAD_NUMBER, message, self.text, at) from None

    def _text(self, parts: list[Any], at: int, depth: int) -> Term:
        return Text(str(parts[0])[1:-1], at)

    def _truth(self, parts: list[Any], at: int, depth: int) -> Term:
        return Truth(True, at)

    def _falsehood(self, parts: list[Any], at: int, depth: int) -> Term:
        return Truth(False, at)

    def _name(self, parts: list[Any], at: int, depth: int) -> Term:
        return Name(str(parts[0]), at)

    def _binary(self, parts: list[Any], at: int, depth: int) -> Term:
        left, sign, right = parts
        return Apply(str(sign), (self.term(left, depth), self.term(right, depth)), sign.start_pos)

    _compared = _binary

    def _signed(self, parts: list[Any], at: int, depth: int) -> Term:
        inner = self.term(parts[1], depth)
        if parts[0] == "+":
            return inner
        if isinstance(inner, Number):
            return Number(-inner.value, at)
        return Apply("neg", (inner,), at)

    def _negated(self, parts: list[Any], at: int, depth: int) -> Term:
        return Apply("not", (self.term(parts[0], depth),), at)

    def _either(self, parts: list[Any], at: int, depth: int) -> Term:
        return Apply("or", tuple(self.term(part, depth) for part in parts), at)

    def _both(self, parts: list[Any], at: int, depth: int) -> Term:
        return Apply("and", tuple(self.term(part, depth) for part in parts), at)

    def _choice(self, parts: list[Any], at: int, depth: int) -> Term:
        return Apply("if", tuple(self.term(part, depth) for part in parts), at)

    def _call(self, parts: list[Any], at: int, depth: int) -> Term:
        name, args = str(parts[0]), parts[1:]
        if name not in FUNCTIONS:
            raise TermError(
                TermMistake.UNKNOWN_FUNCTION,
                f"unknown function {shorten(name)}",
                self.text,
                at,
                did_you_mean(name, [*FUNCTIONS, "if", "case"]),
            )
        least, most = FUNCTIONS[name]
        if not least <= len(args) <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            message = f"{name} takes {wanted} arguments, not {len(args)}"
            raise TermError(TermMistake.ARGUMENTS, message, self.text, at)
        return Apply(name, tuple(self.term(arg, depth) for arg in args), at)

    def _case(self, parts: list[Any], at: int, depth: int) -> Term:
        arms: dict[str, Term] = {}
        otherwise: Term | None = None
        for tree in parts[1:]:
            term = self.term(tree.children[-1], depth)
            if tree.data == "otherwise":
                option, repeated, otherwise = "else", otherwise is not None, term
            else:
                option = str(tree.children[0]).strip('"')
                repeated = option in arms
                arms[option] = term
            if repeated:
                message = f"{shorten(option)} stands twice"
                place = tree.meta.start_pos
                raise TermError(TermMistake.REPEATED_OPTION, message, self.text, place)
        return Case(str(parts[0]), tuple(arms.items()), otherwise, at)


def _check_shape(text: str) -> None:
    """Length, depth and balance of brackets, before any parser sees the text."""
    if len(text) > TERM_LENGTH:
        message = f"an expression has at most {TERM_LENGTH} characters"
        raise TermError(TermMistake.TOO_LONG, message, text, TERM_LENGTH)
    if not text.strip():
        raise TermError(TermMistake.EMPTY, "the expression is empty", text, 0)
    opened: list[int] = []
    quoted = False
    for position, character in enumerate(text):
        if character == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif character == "(":
            opened.append(position)
            if len(opened) > TERM_DEPTH:
                message = f"more than {TERM_DEPTH} brackets inside each other"
                raise TermError(TermMistake.TOO_DEEP, message, text, position)
        elif character == ")":
            if not opened:
                message = "a closing bracket without an opening one"
                raise TermError(TermMistake.EXTRA_BRACKET, message, text, position)
            opened.pop()
    if opened:
        message = "this bracket is never closed"
        raise TermError(TermMistake.MISSING_BRACKET, message, text, opened[-1])
