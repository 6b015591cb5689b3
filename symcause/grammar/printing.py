r"""Print mechanisms: as S-expressions, in infix notation, in LaTeX.

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

from symcause.models.expressions import Constant, Expression, Operation, Variable


def to_sexpr(expression: Expression) -> str:
    """The expression as an S-expression, in the spacing of the published files."""
    if isinstance(expression, Variable):
        return expression.name
    if isinstance(expression, Constant):
        return "1" if expression.value else "0"
    return f"({expression.operator} {' '.join(map(to_sexpr, expression.arguments))})"


def to_infix(expression: Expression, symbols: bool = False) -> str:
    """The expression in infix notation, with words or with the symbols ``¬ ∧ ∨ ⊕ ↔``."""
    return _print(expression, _SYMBOLS if symbols else _WORDS)


def to_latex(expression: Expression) -> str:
    """The expression for LaTeX's mathematics mode; needs no package."""
    return _print(expression, _LATEX)


@dataclass(frozen=True)
class _Style:
    """An infix style: the prefix that negates, how n-ary equality is called, and the rest."""

    negation: str
    call: str
    signs: Mapping[str, str]
    name: Callable[[str], str] = str


def _print(expression: Expression, style: _Style) -> str:
    if isinstance(expression, Variable):
        return style.name(expression.name)
    if isinstance(expression, Constant):
        return "1" if expression.value else "0"
    if _is_call(expression):
        return f"{style.call}({', '.join(_print(a, style) for a in expression.arguments)})"
    arguments = [_bracketed(argument, style) for argument in expression.arguments]
    if expression.operator == "not":
        return style.negation + arguments[0]
    return f" {style.signs[expression.operator]} ".join(arguments)


def _bracketed(expression: Expression, style: _Style) -> str:
    text = _print(expression, style)
    binary = isinstance(expression, Operation) and expression.operator != "not"
    return f"({text})" if binary and not _is_call(expression) else text


def _is_call(expression: Expression) -> bool:
    return (
        isinstance(expression, Operation)
        and expression.operator == "iff"
        and len(expression.arguments) > 2
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
)
