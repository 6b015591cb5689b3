"""Query answers: the values that a variable can have over all members and contexts, or an edge.

A query is the unobserved cell of one more row. Members are listed, and each is run on the roots that
matter; where they are too many, a query that names all other variables, or an edge, is decided by asking
whether the problem with that row, or with that edge required or forbidden, has a member.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

from symcause.answers import Unknown
from symcause.audits.of_space.query_parts import (
    IMPOSSIBLE,
    NO,
    NO_MODEL,
    UNDETERMINED,
    YES,
    LeftBy,
    QueryStatus,
)
from symcause.budgets import StrictMeter
from symcause.errors import LimitError
from symcause.families.finite.bounds import QUERY_MEMBERS, QUERY_ROOT_SETS, QUERY_STATES
from symcause.families.finite.models.finite_values import Value
from symcause.families.finite.problem.problem import (
    EdgeQuery,
    FiniteProblem,
    FiniteWorld,
    Query,
    ValueQuery,
)
from symcause.families.finite.scoring.class_objections import root_sets
from symcause.families.finite.scoring.query_states import AskedMember, State
from symcause.families.finite.space.space_choice import AnySpace, open_space
from symcause.mechanisms.tables.table_models import TableModel
from symcause.models.background_knowledge import Knowledge
from symcause.models.disclosure import Disclosure, Setting

NOT_SHOWN = "no explaining model can show what is given"


@dataclass(frozen=True)
class QueryWitness:
    """A member that gives a value, and its state in the order of the variables; of an edge none."""

    value: Value
    model: TableModel
    state: tuple[Value, ...] | None = None


@dataclass(frozen=True)
class QueryAnswer:
    """What follows about a query."""

    status: QueryStatus
    answer: Value | None = None
    values: tuple[Value, ...] | None = None
    by: LeftBy | None = None
    witnesses: tuple[QueryWitness, ...] | None = None
    reason: str | None = None

    def gold_right(self, gold: Value | None) -> bool | None:
        """Does a stored answer say the same? None without one, or where nothing is known."""
        known = gold is not None and self.status is not QueryStatus.UNKNOWN
        return gold == self.answer if known else None


def answer_of(space: AnySpace, query: Query) -> QueryAnswer:
    """The answer to one query about the problem of a space."""
    return Answering(space).answer(query)


class Answering:
    """Queries about one space; its members are listed once."""

    def __init__(self, space: AnySpace) -> None:
        self.space = space
        self.problem: FiniteProblem = space.problem

    @cached_property
    def members(self) -> tuple[TableModel, ...] | Unknown:
        """All members in their order, or why they are not listed."""
        count = self.space.count()
        if isinstance(count, int) and count > QUERY_MEMBERS:
            return Unknown(f"{count:,} members are too many to list")
        listed: list[TableModel] = []
        for member in islice(self.space.members(), QUERY_MEMBERS + 1):
            if isinstance(member, Unknown):
                return member
            listed.append(member)
        if len(listed) > QUERY_MEMBERS:
            return Unknown(f"more than {QUERY_MEMBERS:,} members are too many to list")
        return tuple(listed)

    def answer(self, query: Query) -> QueryAnswer:
        """What follows about a query; unknown with a reason where a bound was met."""
        try:
            if isinstance(self.members, Unknown):
                return self._unlisted(query, self.members)
            return self.of_members(query, self.members)
        except LimitError as error:
            return QueryAnswer(QueryStatus.UNKNOWN, reason=str(error))

    # by listing

    def of_members(self, query: Query, members: tuple[TableModel, ...]) -> QueryAnswer:
        """What these models say together. Raises LimitError where they have too many states."""
        match query:
            case ValueQuery():
                return self._value(query, members)
            case EdgeQuery():
                return self._edge(query, members)

    def _edge(self, query: EdgeQuery, members: tuple[TableModel, ...]) -> QueryAnswer:
        cause, effect = query.edge
        shown: dict[Value, tuple[TableModel, None]] = {}
        for model in members:
            function = model.functions.get(effect)
            present = function is not None and cause in function.parents
            shown.setdefault(YES if present else NO, (model, None))
        return self._of(shown, (NO, YES), LeftBy.MODELS, NO_MODEL)

    def _value(self, query: ValueQuery, members: tuple[TableModel, ...]) -> QueryAnswer:
        values, meter = self.problem.domain(query.of).values, self._meter(QUERY_STATES)
        shown: dict[Value, tuple[TableModel, State]] = {}
        by, known = LeftBy.MODELS, dict[object, dict[int, State]]()
        for model in members:
            asked = AskedMember.of_query(self.problem, model, query)
            if asked.key not in known:
                known[asked.key] = asked.states(meter)
            states = known[asked.key]
            if len(states) > 1:
                by = LeftBy.CONTEXTS
            for value in states:
                if values[value] not in shown:
                    shown[values[value]] = model, asked.states(meter)[value]
            if len(shown) == len(values) and by is LeftBy.CONTEXTS:
                break
        return self._of(shown, values, by, NOT_SHOWN if members else NO_MODEL)

    def _of(
        self,
        shown: dict[Value, tuple[TableModel, State]] | dict[Value, tuple[TableModel, None]],
        order: Iterable[Value],
        by: LeftBy,
        nothing: str,
    ) -> QueryAnswer:
        values = tuple(value for value in order if value in shown)
        if len(values) < 2:
            return _certain(values, nothing)
        witnesses = []
        for value in values[:2]:
            model, state = shown[value]
            witnesses.append(
                QueryWitness(value, model, None if state is None else self._said(state))
            )
        status = QueryStatus.UNDETERMINED
        return QueryAnswer(status, UNDETERMINED, values, by, tuple(witnesses))

    def _said(self, state: State) -> tuple[Value, ...]:
        pairs = zip(self.problem.domains, state, strict=True)
        return tuple(variable.values[at] for variable, at in pairs)

    def _meter(self, bound: int) -> StrictMeter:
        return StrictMeter(bound, f"more than {bound:,} states to look at", within=self.space.meter)

    # without listing

    def _unlisted(self, query: Query, reason: Unknown) -> QueryAnswer:
        if not self.problem.holed:
            match query:
                case EdgeQuery():
                    return self._decided(self._edge_cases(query), NO_MODEL)
                case ValueQuery():
                    named = {query.of, *query.do, *query.given}
                    if named == set(self.problem.variables):
                        return self._decided(self._row_cases(query), None)
        return QueryAnswer(QueryStatus.UNKNOWN, reason=reason.reason)

    def _decided(
        self, cases: Iterator[tuple[Value, bool | Unknown]], nothing: str | None
    ) -> QueryAnswer:
        """By the cases that are possible."""
        values: list[Value] = []
        for value, possible in cases:
            if isinstance(possible, Unknown):
                return QueryAnswer(QueryStatus.UNKNOWN, reason=possible.reason)
            if possible:
                values.append(value)
        if len(values) < 2:
            possible = nothing is not None or _has_member(self.problem) is not False
            return _certain(tuple(values), nothing or (NOT_SHOWN if possible else NO_MODEL))
        status = QueryStatus.UNDETERMINED
        return QueryAnswer(status, UNDETERMINED, tuple(values), LeftBy.MODELS)

    def _edge_cases(self, query: EdgeQuery) -> Iterator[tuple[Value, bool | Unknown]]:
        """``no`` with the edge forbidden, ``yes`` with it required."""
        known, edge = self.problem.knowledge or Knowledge(), query.edge
        if edge in known.require:
            yield NO, False
        else:
            without = replace(known, forbid=(*known.forbid, edge))
            yield NO, _has_member(replace(self.problem, knowledge=without))
        disclosed = edge[1] in (self.problem.disclosure.roots or ())
        if disclosed or not known.admits(*edge):
            yield YES, False
        else:
            required = replace(known, require=(*known.require, edge))
            yield YES, _has_member(replace(self.problem, knowledge=required))

    def _row_cases(self, query: ValueQuery) -> Iterator[tuple[Value, bool | Unknown]]:
        """Every value, seen in one more row; the root sets are those without it."""
        cells = {**query.do, **query.given}
        for at, value in enumerate(self.problem.domain(query.of).values):
            row = tuple(
                at if one.name == query.of else one.position(cells[one.name])
                for one in self.problem.domains
            )
            world = FiniteWorld("query", (row,), do=query.do)
            problem = replace(self.problem, worlds=(*self.problem.worlds, world))
            yield value, self._some_member(problem)

    def _some_member(self, problem: FiniteProblem) -> bool | Unknown:
        if problem.setting is not Setting.HIDDEN_ROOTS:
            return _has_member(problem)
        meter = StrictMeter(QUERY_ROOT_SETS, f"more than {QUERY_ROOT_SETS:,} root sets to look at")
        for roots in root_sets(self.problem):
            meter.spend()
            disclosure = Disclosure(Setting.HIDDEN_ORDER, problem.variables, roots)
            possible = _has_member(replace(problem, disclosure=disclosure))
            if possible is not False:
                return possible
        return False


def _has_member(problem: FiniteProblem) -> bool | Unknown:
    empty = open_space(problem).is_empty()
    return empty if isinstance(empty, Unknown) else not empty


def _certain(values: tuple[Value, ...], nothing: str) -> QueryAnswer:
    """One value, or none."""
    if values:
        return QueryAnswer(QueryStatus.SETTLED, values[0], values)
    return QueryAnswer(QueryStatus.IMPOSSIBLE, IMPOSSIBLE, (), reason=nothing)
