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

from collections.abc import Callable
from dataclasses import dataclass
from typing import assert_never

from symcause.models.expressions import Constant, Expression, Operation, Variable, fold, spell
from symcause.models.operators import OPERATOR, Infix, Operator


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
    """An infix style: how an operator is written, and how a call of it; how a variable is."""

    sign: Callable[[Operator], str]
    call: Callable[[Operator], str]
    name: Callable[[str], str] = str


def _print(expression: Expression, style: _Style) -> str:
    """Every part as its text and whether it needs brackets inside another."""

    def leaf(part: Variable | Constant) -> tuple[str, bool]:
        return (style.name(part.name) if isinstance(part, Variable) else spell(part)), False

    def join(part: Operation, inner: list[tuple[str, bool]]) -> tuple[str, bool]:
        operator = OPERATOR[part.operator]
        if _is_call(operator, len(inner)):
            return f"{style.call(operator)}({', '.join(text for text, _ in inner)})", False
        texts = [f"({text})" if binary else text for text, binary in inner]
        sign = style.sign(operator)
        if operator.infix is Infix.PREFIX:
            return f"{sign} {texts[0]}" if sign.isascii() else sign + texts[0], False
        return f" {sign} ".join(texts), True

    return fold(expression, leaf, join)[0]


def _is_call(operator: Operator, count: int) -> bool:
    match operator.infix:
        case Infix.PREFIX | Infix.CHAIN:
            return False
        case Infix.PAIR:
            return count > 2
        case Infix.CALL:
            return True
        case other:
            assert_never(other)


def _latex_name(name: str) -> str:
    """``X12`` is X with the subscript 12; a longer word is set as a word, not as a product."""
    stem = name.rstrip("0123456789")
    subscript = name[len(stem) :]
    if len(stem) > 1 or stem == "_":
        escaped = stem.replace("_", r"\_")
        stem = rf"\mathit{{{escaped}}}"
    return f"{stem}_{{{subscript}}}" if subscript else stem


def _symbol(operator: Operator) -> str:
    return operator.signs[0] if operator.signs else operator.word


_WORDS = _Style(lambda operator: operator.word, lambda operator: operator.word)
_SYMBOLS = _Style(_symbol, _symbol)
_LATEX = _Style(
    lambda operator: operator.latex, lambda operator: operator.call or operator.latex, _latex_name
)
