"""Writing functions down: the shortest expression where it is known, else a decision chain.

Beyond the catalogue's reach a function is split on its first parent, f = (p and f₁) or (not p and f₀),
with the multiplexer itself written in the problem's own operators.
"""

from __future__ import annotations

from collections.abc import Mapping

from symcause.errors import LimitError
from symcause.models.expressions import Expression, Operation, Variable, spell
from symcause.models.functions import Function, projection, reduce
from symcause.models.scm import BooleanSCM
from symcause.spaces.catalogue import Catalogue

_MULTIPLEXER = Function(("X1", "X2", "X3"), 0b11100100)  # X1 selects: 0 -> X2, 1 -> X3
MAX_WRITTEN_PARENTS = 8


def write(function: Function, book: Catalogue, via: str | None = None) -> Expression:
    """An expression for the function; *via* names a variable that a constant may mention."""
    known = book.shortest(function, via)
    if known is not None:
        return known
    select = book.shortest(_MULTIPLEXER)
    if select is None or len(function.parents) > MAX_WRITTEN_PARENTS:
        raise LimitError(f"a function of {len(function.parents)} parents is too long to write")
    first = function.parents[0]
    low, high = _split(function)
    parts = {
        "X1": Variable(first),
        "X2": write(low, book, via=first),
        "X3": write(high, book, via=first),
    }
    return _substitute(select, parts)


def _split(function: Function) -> tuple[Function, Function]:
    """The two cofactors of the first parent."""
    names = function.parents
    table, ones = function.table, projection(0, len(names))
    high = table & ones
    low = table & (ones >> 1)
    return reduce(names, low | low << 1), reduce(names, high | high >> 1)


def _substitute(expression: Expression, parts: Mapping[str, Expression]) -> Expression:
    if isinstance(expression, Variable):
        return parts[expression.name]
    if isinstance(expression, Operation):
        arguments = tuple(_substitute(a, parts) for a in expression.arguments)
        return Operation(expression.operator, arguments)
    return expression


def spelled(model: BooleanSCM, book: Catalogue) -> dict[str, str]:
    """The mechanisms of a model as S-expressions, shortest first choice."""
    via = model.roots[0] if model.roots else None
    return {v: spell(write(f, book, via)) for v, f in model.functions.items()}
