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

from symcause.models.expressions import Constant, Expression, Operation, Variable, fold, spell


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
    """An infix style: the prefix that negates, how n-ary equality and choice are called, and the rest."""

    negation: str
    call: str
    signs: Mapping[str, str]
    name: Callable[[str], str] = str
    choice: str = "if"


def _print(expression: Expression, style: _Style) -> str:
    """Every part as its text and whether it needs brackets inside another."""

    def leaf(part: Variable | Constant) -> tuple[str, bool]:
        return (style.name(part.name) if isinstance(part, Variable) else spell(part)), False

    def join(part: Operation, inner: list[tuple[str, bool]]) -> tuple[str, bool]:
        if _is_call(part):
            word = style.call if part.operator == "iff" else style.choice
            return f"{word}({', '.join(text for text, _ in inner)})", False
        texts = [f"({text})" if binary else text for text, binary in inner]
        if part.operator == "not":
            return style.negation + texts[0], False
        return f" {style.signs[part.operator]} ".join(texts), True

    return fold(expression, leaf, join)[0]


def _is_call(operation: Operation) -> bool:
    return operation.operator == "if" or (
        operation.operator == "iff" and len(operation.arguments) > 2
    )


def _latex_name(name: str) -> str:
    """``X12`` is X with the subscript 12; a longer word is set as a word, not as a product."""
    stem = name.rstrip("0123456789")
    subscript = name[len(stem) :]
    if len(stem) > 1 or stem == "_":
        escaped = stem.replace("_", r"\_")
        stem = rf"\mathit{{{escaped}}}"
    return f"{stem}_{{{subscript}}}" if subscript else stem


_WORDS = _Style("not ", "iff", {word: word for word in ("and", "or", "xor", "iff")})
_SYMBOLS = _Style("¬", "↔", {"and": "∧", "or": "∨", "xor": "⊕", "iff": "↔"})
_LATEX = _Style(
    r"\lnot ",
    r"\mathrm{iff}",
    {"and": r"\land", "or": r"\lor", "xor": r"\oplus", "iff": r"\leftrightarrow"},
    _latex_name,
    r"\mathrm{if}",
)
