"""Two models that answer a query differently, where members are too many to list.

A query that names all other variables is a cell of one more row, so a member of the problem with that row
gives the answer that is seen there. Untrusted, as all of a certificate: the kernel runs the models.
"""

from __future__ import annotations

from dataclasses import replace

from symcause.answers import Unknown
from symcause.errors import LimitError
from symcause.families.finite.models.finite_values import Value
from symcause.families.finite.problem.problem import (
    FiniteProblem,
    FiniteWorld,
    Query,
    ValueQuery,
)
from symcause.families.finite.scoring.query_answers import QueryAnswer, QueryWitness
from symcause.families.finite.space.finite_space import FiniteSpace
from symcause.families.finite.space.member_existence import rising_member
from symcause.families.finite.space.space_choice import open_space
from symcause.mechanisms.tables.table_models import TableModel


def two_answers(
    problem: FiniteProblem, query: Query, answer: QueryAnswer
) -> tuple[QueryWitness, ...] | None:
    """A witness of each of the first two values of an undetermined query; None where they are not found."""
    if not isinstance(query, ValueQuery) or len(answer.values or ()) < 2:
        return None
    cells = {**query.do, **query.given}
    if {query.of, *cells} != set(problem.variables):
        return None
    found = []
    for value in (answer.values or ())[:2]:
        state = tuple({**cells, query.of: value}[name] for name in problem.variables)
        model = _member(_with_row(problem, query, state))
        if model is None:
            return None
        found.append(QueryWitness(value, model, state))
    return tuple(found)


def _with_row(problem: FiniteProblem, query: ValueQuery, state: tuple[Value, ...]) -> FiniteProblem:
    pairs = zip(problem.domains, state, strict=True)
    row = tuple(variable.position(value) for variable, value in pairs)
    world = FiniteWorld("query", (row,), do=query.do)
    return replace(problem, worlds=(*problem.worlds, world))


def _member(problem: FiniteProblem) -> TableModel | None:
    space = open_space(problem)
    members = space.first_members(1)
    if not isinstance(members, Unknown):
        return members[0] if members else None
    if not isinstance(space, FiniteSpace):
        return None
    try:
        return rising_member(problem, space.tables)
    except LimitError:
        return None
