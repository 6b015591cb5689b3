"""Why is an edge in every member, or in none? Why is there no member? A smallest set of rows.

Dropping rows can only enlarge a version space, so the sets of rows under which a claim holds are closed
upwards. A row that follows a ``set`` compares its reading with the value set, which it thus contains.
Deletion finds a *subset-minimal* one: none of its rows can be left out. Implicit hitting sets find a
*minimum* one: each set of rows under which the claim fails is grown to a largest such set, the explanation
must hit its complement, and a smallest hitting set that explains is a minimum explanation (Ignatiev et al.
2015). The report says which of the two it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from symcause.answers import Unknown
from symcause.errors import LimitError
from symcause.families.linear.space.local import OUT_OF_TIME, Deadline
from symcause.families.linear.space.rows import Row
from symcause.families.linear.space.space import LinearSpace
from symcause.models.bits import bits, mask_of
from symcause.solvers.acyclic import exists_acyclic
from symcause.solvers.hitting import fewest

T = TypeVar("T")


@dataclass(frozen=True)
class RowName:
    """A row: the reading of a variable at a place."""

    variable: str
    place: str

    def __str__(self) -> str:
        return f"{self.place}.{self.variable}"


@dataclass(frozen=True)
class Explanation:
    """Rows that suffice. ``minimum``: no smaller set does; else none of these can be left out."""

    rows: tuple[RowName, ...]
    minimum: bool


class _Oracle:
    """Does a set of rows leave no member that has (or lacks) an edge?"""

    def __init__(self, space: LinearSpace, edge: tuple[str, str] | None, present: bool) -> None:
        self._space = space
        self._edge, self._present = edge, present
        self.rows: list[tuple[int, Row]] = [
            (i, row) for i, local in enumerate(space.locals) for row in local.evidence.rows
        ]
        self._tables: dict[tuple[int, frozenset[int]], dict[int, int] | Unknown] = {}

    def holds(self, chosen: Iterable[int]) -> bool | Unknown:
        """True if the rows *chosen* leave nothing."""
        by_variable: dict[int, set[int]] = {i: set() for i in range(len(self._space.locals))}
        for k in chosen:
            by_variable[self.rows[k][0]].add(k)
        choices: list[dict[int, int]] = []
        for i, kept in by_variable.items():
            table = self._table(i, frozenset(kept))
            if isinstance(table, Unknown):
                return table
            choices.append(table)
        if self._edge is not None:
            names = self._space.problem.variables
            bit = 1 << names.index(self._edge[0])
            at = names.index(self._edge[1])
            choices[at] = {m: 1 for m in choices[at] if bool(m & bit) == self._present}
        return not exists_acyclic(choices)

    def _table(self, variable: int, kept: frozenset[int]) -> dict[int, int] | Unknown:
        key = (variable, kept)
        if key not in self._tables:
            evidence = self._space.locals[variable].evidence
            fewer = evidence.only(self.rows[k][1] for k in sorted(kept))
            self._tables[key] = self._space.table(self._space.local_space(fewer))
        return self._tables[key]


def explain_edge(
    space: LinearSpace, cause: str, effect: str, *, always: bool, seconds: float = 5.0
) -> Explanation | Unknown | None:
    """Rows because of which cause → effect is in every member (or, *always* false, in none).

    None if it is not so. *seconds* bound the search for a minimum.
    """
    oracle = _Oracle(space, (cause, effect), present=not always)
    return _explain(space, oracle, seconds)


def explain_conflict(space: LinearSpace, *, seconds: float = 5.0) -> Explanation | Unknown | None:
    """Rows that no model of the class explains together; None if the space is not empty."""
    return _explain(space, _Oracle(space, None, present=True), seconds)


def _explain(space: LinearSpace, oracle: _Oracle, seconds: float) -> Explanation | Unknown | None:
    everything = list(range(len(oracle.rows)))
    answer = oracle.holds(everything)
    if isinstance(answer, Unknown):
        return answer
    if not answer:
        return None
    reduced = _reduce(oracle, everything)
    if isinstance(reduced, Unknown):
        return reduced
    smallest = _minimum(oracle, everything, reduced, Deadline(seconds))
    names = space.problem.variables

    def named(rows: Sequence[int]) -> tuple[RowName, ...]:
        return tuple(RowName(names[oracle.rows[k][0]], oracle.rows[k][1].place) for k in rows)

    if isinstance(smallest, Unknown):
        return Explanation(named(reduced), False)
    return Explanation(named(smallest), True)


def _reduce(oracle: _Oracle, rows: list[int]) -> list[int] | Unknown:
    """Leave out whole variables, then single rows, as long as the claim holds."""
    variables = sorted({oracle.rows[k][0] for k in rows})
    blocks = [[k for k in rows if oracle.rows[k][0] == v] for v in variables]
    for part in [*blocks, *([k] for k in reversed(rows))]:
        fewer = [k for k in rows if k not in part]
        if len(fewer) == len(rows):
            continue
        answer = oracle.holds(fewer)
        if isinstance(answer, Unknown):
            return answer
        if answer:
            rows = fewer
    return rows


def _minimum(
    oracle: _Oracle, everything: list[int], bound: list[int], deadline: Deadline
) -> list[int] | Unknown:
    """A minimum explanation; *bound* is one already found."""

    def learn(candidate: int) -> list[int]:
        """The rows outside a largest set around *candidate* that explains nothing."""
        rows = bits(candidate)
        if _known(OUT_OF_TIME if deadline.passed else oracle.holds(rows)):
            return []
        kept = _known(_grow(oracle, everything, rows, deadline))
        return [mask_of(k for k in everything if k not in kept)]

    try:
        *_, best = fewest(mask_of(bound), (), learn)
    except LimitError as error:
        return Unknown(str(error))
    return bits(best.chosen)


def _known(answer: T | Unknown) -> T:
    if isinstance(answer, Unknown):
        raise LimitError(answer.reason)
    return answer


def _grow(
    oracle: _Oracle, everything: list[int], rows: list[int], deadline: Deadline
) -> set[int] | Unknown:
    """A largest set of rows around *rows* under which the claim still fails."""
    kept = set(rows)
    variables = sorted({oracle.rows[k][0] for k in everything})
    blocks = [[k for k in everything if oracle.rows[k][0] == v] for v in variables]
    for part in [*blocks, *([k] for k in everything)]:
        if kept.issuperset(part):
            continue
        if deadline.passed:
            return OUT_OF_TIME
        answer = oracle.holds(kept.union(part))
        if isinstance(answer, Unknown):
            return answer
        if not answer:
            kept.update(part)
    return kept
