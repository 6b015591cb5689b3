r"""The mechanism printer: Boolean mechanisms as S-expressions, in infix notation, in LaTeX.

Reading what :func:`to_sexpr` or :func:`to_infix` printed gives the same expression back, argument
for argument (as long as the text stays within the bounds of the parsers). Infix puts every
operation inside another into brackets, so nobody needs to remember which of ``xor`` and ``or`` binds
tighter, and writes an equality of three or more as a call, because ``iff`` is not associative.

>>> e = Operation("xor", (Variable("X1"), Operation("not", (Variable("X2"),))))
>>> print(to_sexpr(e), "|", to_infix(e), "|", to_infix(e, symbols=True), "|", to_latex(e))
(xor X1 (not X2)) | X1 xor not X2 | X1 ⊕ ¬X2 | X_{1} \oplus \lnot X_{2}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import assert_never

from symcause.models.expressions import Constant, Expression, Operation, Variable, fold, spell
from symcause.models.mechanism_scanner import MANY
from symcause.models.operators.mechanism_operators import OPERATOR, Infix, Operator


def to_sexpr(expression: Expression) -> str:
    """The expression as an S-expression, in the spacing of the published files."""
    return spell(expression)


def to_infix(expression: Expression, symbols: bool = False) -> str:
    """The expression in infix notation, with words or with the symbols ``¬ ∧ ∨ ⊕ ↔``."""
    return _print(expression, _SYMBOLS if symbols else _WORDS)


def to_latex(expression: Expression) -> str:
    """The expression for LaTeX's mathematics mode; needs no package."""
    return _print(expression, _LATEX)


@dataclass(frozen=True)
class _Style:
    """An infix style: how operators are written, and how calls of them; how a variable is."""

    signs: Mapping[str, str]
    calls: Mapping[str, str]
    name: Callable[[str], str] = str


def _print(expression: Expression, style: _Style) -> str:
    """Every part as its text and whether it needs brackets inside another."""

    def leaf(part: Variable | Constant) -> tuple[str, bool]:
        return (style.name(part.name) if isinstance(part, Variable) else spell(part)), False

    def join(part: Operation, inner: list[tuple[str, bool]]) -> tuple[str, bool]:
        operator = part.operator
        if len(inner) >= _CALLED_FROM[operator]:
            return f"{style.calls[operator]}({', '.join(text for text, _ in inner)})", False
        texts = [f"({text})" if binary else text for text, binary in inner]
        if operator in _PREFIXES:
            return style.signs[operator] + texts[0], False
        return f" {style.signs[operator]} ".join(texts), True

    return fold(expression, leaf, join)[0]


def _called_from(operator: Operator) -> int:
    """From how many arguments on an operation is written as a call."""
    match operator.infix:
        case Infix.PREFIX | Infix.CHAIN:
            return MANY
        case Infix.PAIR:
            return 3
        case Infix.CALL:
            return 0
        case other:
            assert_never(other)


_CALLED_FROM = {word: _called_from(operator) for word, operator in OPERATOR.items()}
_PREFIXES = frozenset(word for word, own in OPERATOR.items() if own.infix is Infix.PREFIX)


def _latex_name(name: str) -> str:
    """``X12`` is X with the subscript 12; a longer word is set as a word, not as a product."""
    stem = name.rstrip("0123456789")
    subscript = name[len(stem) :]
    if len(stem) > 1 or stem == "_":
        escaped = stem.replace("_", r"\_")
        stem = rf"\mathit{{{escaped}}}"
    return f"{stem}_{{{subscript}}}" if subscript else stem


def _signs(written: Callable[[Operator], str]) -> Mapping[str, str]:
    """How operators are written; a word before its operand keeps its distance."""
    found = {word: written(operator) for word, operator in OPERATOR.items()}
    apart = {word: f"{sign} " for word, sign in found.items() if sign.isascii()}
    return found | {word: sign for word, sign in apart.items() if word in _PREFIXES}


_words = _signs(lambda operator: operator.word)
_symbols = _signs(lambda operator: operator.signs[0] if operator.signs else operator.word)
_WORDS = _Style(_words, _words)
_SYMBOLS = _Style(_symbols, _symbols)
_LATEX = _Style(
    _signs(lambda operator: operator.latex),
    _signs(lambda operator: operator.call or operator.latex),
    _latex_name,
)
