"""Boolean mechanisms to and from sympy.

sympy is imported on first use; nothing that a verdict depends on passes through it. Its ``Xor`` is parity
and its ``Equivalent`` says that all arguments are equal, as ``xor`` and ``iff`` do here. It simplifies
while it builds (``x & x`` is ``x``), so what comes back denotes the same function and need not be spelled
the same.

>>> from symcause.grammar import parse, to_sexpr
>>> to_sympy(parse("(iff X1 (not X2) X3)"))
Equivalent(X1, X3, ~X2)
>>> import sympy
>>> to_sexpr(from_sympy(sympy.Symbol("A") >> sympy.Symbol("B")))
'(or B (not A))'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from symcause.bounds.grammar_bounds import SYMPY_DEPTH
from symcause.errors import LimitError, ProblemError
from symcause.models.expressions import Constant, Expression, Operation, Variable, fold, spell
from symcause.models.operators.mechanism_operators import OPERATOR
from symcause.models.variable_names import is_name, natural

_OPERATORS = {own.sympy: word for word, own in OPERATOR.items() if own.usual and own.sympy}


class _Plain:
    """Operations of sympy for an operator that it has no class for."""

    def negated(self, part: Any) -> Any:
        import sympy

        return sympy.Not(part)

    def all_of(self, parts: Sequence[Any]) -> Any:
        import sympy

        return sympy.And(*parts)

    def any_of(self, parts: Sequence[Any]) -> Any:
        import sympy

        return sympy.Or(*parts)


class _PlainCalls:
    """The same as texts."""

    def negated(self, part: str) -> str:
        return f"Not({part})"

    def all_of(self, parts: Sequence[str]) -> str:
        return f"And({', '.join(parts)})"

    def any_of(self, parts: Sequence[str]) -> str:
        return f"Or({', '.join(parts)})"


def to_sympy(expression: Expression) -> Any:
    """The mechanism as a sympy expression."""
    import sympy

    _check_depth(expression.depth)

    def leaf(part: Variable | Constant) -> Any:
        if isinstance(part, Variable):
            return sympy.Symbol(part.name)
        return sympy.true if part.value else sympy.false

    def join(part: Operation, arguments: list[Any]) -> Any:
        operator = OPERATOR[part.operator]
        if not operator.sympy:
            return operator.plain(_Plain(), arguments)
        return getattr(sympy, operator.sympy)(*arguments)

    return fold(expression, leaf, join)


def _check_depth(depth: int) -> None:
    if depth > SYMPY_DEPTH:
        raise LimitError(f"the expression is nested more than {SYMPY_DEPTH} deep")


def from_sympy(expression: Any) -> Expression:
    """The mechanism that a sympy expression denotes. Raises ProblemError for what is no Boolean one."""
    import sympy

    try:
        given = sympy.sympify(expression, strict=True)  # strict: text would be evaluated
    except sympy.SympifyError:
        raise ProblemError("not a sympy expression", value=type(expression).__name__) from None
    return _read(given, 1)


def _read(given: Any, depth: int) -> Expression:
    import sympy

    _check_depth(depth)
    if given.is_Symbol and is_name(given.name):
        return Variable(given.name)
    if given in (sympy.true, sympy.false):
        return Constant(bool(given))
    kind = type(given).__name__
    if kind == "Implies":
        given = sympy.Or(sympy.Not(given.args[0]), given.args[1])
    elif kind == "ITE":
        test, yes, no = given.args
        given = sympy.Or(sympy.And(test, yes), sympy.And(sympy.Not(test), no))
    elif kind not in _OPERATORS:
        raise ProblemError(
            "not a Boolean expression over variables",
            value=str(given),
            remedy=f"use symbols with {', '.join(_OPERATORS)}, Implies or ITE",
        )
    else:
        arguments = sorted((_read(part, depth + 1) for part in given.args), key=_place)
        return Operation(_OPERATORS[kind], tuple(arguments))
    return _read(given, depth)


def _place(expression: Expression) -> tuple[int, str]:
    return expression.size, spell(expression)


def python_source(mechanisms: Mapping[str, Expression], title: str) -> str:
    """The mechanisms as a Python module that builds them in sympy.

    >>> from symcause.grammar import parse
    >>> print(python_source({"X3": parse("(xor X1 X2)")}, "demo"), end="")
    # mechanisms of 'demo'
    from sympy import And, Equivalent, Not, Or, Symbol, Xor, false, true
    <BLANKLINE>
    v = {name: Symbol(name) for name in ('X1', 'X2', 'X3')}
    mechanisms = {
        v['X3']: Xor(v['X1'], v['X2']),
    }
    """
    used = {name for expression in mechanisms.values() for name in expression.variables}
    names = natural(used | set(mechanisms))
    calls = "\n".join(map(_call, mechanisms.values()))
    others = {own.sympy for own in OPERATOR.values() if own.sympy and f"{own.sympy}(" in calls}
    words = sorted({*_OPERATORS, "Symbol", *others})
    lines = [
        f"# mechanisms of {title!a}",
        f"from sympy import {', '.join(words)}, false, true",
        "",
        f"v = {{name: Symbol(name) for name in {names!r}}}",
        "mechanisms = {",
        *(f"    v[{name!r}]: {_call(expression)}," for name, expression in mechanisms.items()),
        "}",
    ]
    return "\n".join(lines) + "\n"


def _call(expression: Expression) -> str:
    def leaf(part: Variable | Constant) -> str:
        if isinstance(part, Variable):
            return f"v[{part.name!r}]"
        return "true" if part.value else "false"

    def join(part: Operation, arguments: list[str]) -> str:
        operator = OPERATOR[part.operator]
        if not operator.sympy:
            return str(operator.plain(_PlainCalls(), arguments))
        return f"{operator.sympy}({', '.join(arguments)})"

    return fold(expression, leaf, join)
