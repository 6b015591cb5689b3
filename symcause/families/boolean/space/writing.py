"""Writing functions down: the shortest expression where it is known, else a decision chain.

Beyond the catalogue's reach a function is split on a parent, f = (p and f₁) or (not p and f₀), with the
multiplexer itself written in the problem's own operators: on the first parent whose two cofactors
the operators can write (weak ones cannot write all).
"""

from __future__ import annotations

from collections.abc import Mapping

from symcause.errors import LimitError
from symcause.families.boolean.catalogue import Catalogue, catalogue
from symcause.families.boolean.models.functions import Function, projection, reduce
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.models.expressions import Expression, Operation, Variable, spell
from symcause.models.names import OPERATORS

_MULTIPLEXER = Function(("X1", "X2", "X3"), 0b11100100)  # X1 selects: 0 -> X2, 1 -> X3
MAX_WRITTEN_PARENTS = 12
"""Beyond it an expression may take more characters than anybody reads, and than the grammar does."""


def write(function: Function, book: Catalogue, via: str | None = None) -> Expression:
    """An expression for the function; *via* names a variable that a constant may mention."""
    known = book.shortest(function, via)
    if known is not None:
        return known
    select = _multiplexer(book)
    if select is None or len(function.parents) > MAX_WRITTEN_PARENTS:
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


def written(problem: BooleanProblem, model: BooleanSCM) -> Answer:
    """A model as an answer to the problem, with the shortest known expressions."""
    book = catalogue(problem.operators, problem.constants)
    mechanisms = {
        v: write(f, book, via=_mentionable(problem, v, model)) for v, f in model.functions.items()
    }
    return Answer(mechanisms, model.roots if problem.disclosure.roots is None else None)


def spelled(problem: BooleanProblem, model: BooleanSCM) -> dict[str, str]:
    """The mechanisms of a model as S-expressions."""
    return {v: spell(e) for v, e in written(problem, model).mechanisms.items()}


def formulas(model: BooleanSCM) -> dict[str, str]:
    """The mechanisms of a model by itself as S-expressions, in all five operators."""
    root = next(iter(model.roots), None)
    book = catalogue(OPERATORS, constants=root is None)
    return {v: spell(write(f, book, via=root)) for v, f in model.functions.items()}


def _mentionable(problem: BooleanProblem, variable: str, model: BooleanSCM) -> str | None:
    """A root that a constant mechanism of this variable may mention."""
    known = variable in problem.variables
    admissible = problem.disclosure.admissible(variable) if known else model.roots
    return next((root for root in model.roots if root in admissible), None)
