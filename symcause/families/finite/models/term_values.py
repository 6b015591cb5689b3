"""Term values in finite models: what an expression gives in a state, or column by column in many.

None is "no value". Nothing loops and nothing raises, so the operators that look only at what they need are
given all their arguments, those without a value, too; an operator that a class declares needs all of them.

>>> divided = Operation("div", (Constant(1), Constant(0)))
>>> value_of(Operation("if", (Constant(1), Constant(5), divided)), {})
5
>>> pick = DeclaredOperator("pick", 2, Operation("if", (Name("a"), Name("b"), Constant(0))))
>>> value_of(Operation("pick", (Constant(0), divided)), {}, {"pick": pick}) is None
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product, repeat
from typing import TypeAlias

from symcause.families.finite.models.builtin_operators import (
    BUILT_INS,
    PARAMETERS,
    SPREAD,
    Maybe,
    bounded,
)
from symcause.families.finite.models.finite_values import FiniteVariable, State, Value
from symcause.families.finite.models.mechanism_class import DeclaredOperator
from symcause.families.finite.models.terms import Constant, Name, Operation, Table, Term

Operators: TypeAlias = Mapping[str, DeclaredOperator]
Column: TypeAlias = Sequence[Maybe]


def value_of(
    term: Term,
    state: State,
    operators: Operators | None = None,
    domains: Mapping[str, FiniteVariable] | None = None,
) -> Maybe:
    """The value of a term in a state, None if it has none; tables need the domains of their parents."""
    columns = {name: (value,) for name, value in state.items()}
    return column_of(term, columns, 1, operators or {}, domains or {})[0]


def column_of(
    term: Term,
    columns: Mapping[str, Column],
    rows: int,
    operators: Operators,
    domains: Mapping[str, FiniteVariable],
) -> Column:
    """The values of a term in so many states, which are given column by column."""
    return _Columns(columns, rows, operators, domains).of(term)


def applied(operator: DeclaredOperator, arguments: Sequence[Maybe]) -> Maybe:
    """What an operator of a class makes of values."""
    return _declared(operator, [(one,) for one in arguments], 1)[0]


class _Columns:
    def __init__(
        self,
        columns: Mapping[str, Column],
        rows: int,
        operators: Operators,
        domains: Mapping[str, FiniteVariable],
        spread: Sequence[Column] = (),
    ) -> None:
        self.columns, self.rows, self.spread = columns, rows, spread
        self.operators, self.domains = operators, domains

    def of(self, term: Term) -> Column:
        match term:
            case Name(name):
                return self.columns[name]
            case Constant(value):
                return [bounded(value)] * self.rows
            case Operation(name, terms):
                arguments = [column for one in terms for column in self._arguments(one)]
                operator = self.operators.get(name)
                if operator is None or operator.built_in:
                    return _built_in(name, arguments)
                return _declared(operator, arguments, self.rows)
            case Table(parents, outputs):
                values = [self.domains[parent].values for parent in parents]
                shown = dict(zip(product(*values), map(bounded, outputs), strict=True))
                seen = [self.columns[parent] for parent in parents]
                states = zip(*seen, strict=True) if seen else repeat((), self.rows)
                return [shown.get(state) for state in states]

    def _arguments(self, term: Term) -> Sequence[Column]:
        return self.spread if term == Name(SPREAD) else (self.of(term),)


def _built_in(name: str, arguments: Sequence[Column]) -> Column:
    operator = BUILT_INS[name]
    value = operator.value
    if operator.strict:
        return [None if None in row else value(row) for row in zip(*arguments, strict=True)]
    return [value(row) for row in zip(*arguments, strict=True)]


def _declared(operator: DeclaredOperator, arguments: Sequence[Column], rows: int) -> Column:
    if operator.table is not None:
        table = dict[tuple[Maybe, ...], Value](operator.table.items())
        return [table.get(row) for row in zip(*arguments, strict=True)]
    assert operator.meaning is not None
    own = dict(zip(PARAMETERS, arguments, strict=False))
    meant = _Columns(own, rows, {}, {}, arguments).of(operator.meaning)
    whole = [None not in row for row in zip(*arguments, strict=True)]
    return [value if known else None for value, known in zip(meant, whole, strict=True)]
