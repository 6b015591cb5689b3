"""Expression writer over the Boolean catalogue: the shortest expression, else a decision chain.

Beyond the catalogue's reach a function is split on a parent, f = (p and f₁) or (not p and f₀), with the
multiplexer itself written in the problem's own operators: on the first parent whose two cofactors
the operators can write (weak ones cannot write all).
"""

from __future__ import annotations

from collections.abc import Mapping

from symcause.errors import LimitError
from symcause.families.boolean.bounds import WRITTEN_PARENTS
from symcause.families.boolean.catalogue.query import Catalogue
from symcause.families.boolean.models.functions import Function, projection, reduce
from symcause.models.expressions import Expression, Operation, Variable
from symcause.models.variable_names import CONDITIONAL

_MULTIPLEXER = Function(("X1", "X2", "X3"), 0b11100100)  # X1 selects: 0 -> X2, 1 -> X3


def write(function: Function, book: Catalogue, via: str | None = None) -> Expression:
    """An expression for the function; *via* names a variable that a constant may mention."""
    known = book.shortest(function, via)
    if known is not None:
        return known
    select = _multiplexer(book)
    if select is None or len(function.parents) > WRITTEN_PARENTS:
        raise LimitError(f"a function of {len(function.parents)} parents is too long to write")
    for at, parent in enumerate(function.parents):
        low, high = _split(function, at)
        if book.writable(low, None) is not False and book.writable(high, None) is not False:
            parts = {
                "X1": Variable(parent),
                "X2": write(low, book, via=parent),
                "X3": write(high, book, via=parent),
            }
            return _substitute(select, parts)
    raise LimitError(f"how to write a function of {len(function.parents)} parents is not known")


def _multiplexer(book: Catalogue) -> Expression | None:
    """X1 selects between X2 and X3, each mentioned once if that is possible: both may be long."""
    x1, x2, x3 = (Variable(name) for name in _MULTIPLEXER.parents)
    if CONDITIONAL in book.operators:
        return Operation(CONDITIONAL, (x1, x3, x2))
    if {"not", "and", "or"} <= set(book.operators):
        chosen, refused = Operation("and", (x1, x3)), Operation("not", (x1,))
        return Operation("or", (chosen, Operation("and", (x2, refused))))
    return book.shortest(_MULTIPLEXER)


def _split(function: Function, at: int) -> tuple[Function, Function]:
    """The two cofactors of a parent."""
    names, shift = function.parents, 1 << at
    table, ones = function.table, projection(at, len(names))
    high = table & ones
    low = table & (ones >> shift)
    return reduce(names, low | low << shift), reduce(names, high | high >> shift)


def _substitute(expression: Expression, parts: Mapping[str, Expression]) -> Expression:
    if isinstance(expression, Variable):
        return parts[expression.name]
    if isinstance(expression, Operation):
        arguments = tuple(_substitute(a, parts) for a in expression.arguments)
        return Operation(expression.operator, arguments)
    return expression
