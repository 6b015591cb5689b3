"""Smallest sets of rows in a linear space for which a claim holds.

The claims are of the kind "these rows leave nothing": dropping rows can only enlarge what is left, so the
sets of rows under which a claim holds are closed upwards. Deletion finds a *subset-minimal* one: none of
its rows can be left out. Implicit hitting sets find a *minimum* one: each set of rows under which the claim
fails is grown to a largest such set, the explanation must hit its complement, and a smallest hitting set
that explains is a minimum explanation (Ignatiev et al. 2015). The result says which of the two it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.errors import LimitError
from symcause.models.bit_sets import bits, mask_of
from symcause.solvers.sets.hitting_sets import fewest

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


class RowClaim(Protocol):
    """Something that a set of rows may show."""

    @property
    def rows(self) -> Sequence[RowName]:
        """All rows."""

    @property
    def budget(self) -> Meter:
        """What finding out is charged to."""

    def holds(self, chosen: Iterable[int]) -> bool | Unknown:
        """Do the rows with these numbers show it?"""


def smallest_rows(claim: RowClaim, steps: int) -> Explanation | Unknown | None:
    """A smallest set of rows that shows a claim, None if all of them do not.

    *steps* bound the search for a minimum; when the claim's own budget is over there is no answer at all.
    """
    everything = list(range(len(claim.rows)))
    answer = claim.holds(everything)
    if isinstance(answer, Unknown):
        return answer
    if not answer:
        return None
    reduced = _reduce(claim, everything)
    if isinstance(reduced, Unknown):
        return reduced
    smallest = _minimum(claim, everything, reduced, claim.budget.stretch(steps))
    found = reduced if isinstance(smallest, Unknown) else smallest
    rows = tuple(claim.rows[k] for k in found)
    return Explanation(rows, not isinstance(smallest, Unknown))


def _blocks(claim: RowClaim, rows: Iterable[int]) -> list[list[int]]:
    """The rows by variable."""
    blocks: dict[str, list[int]] = {}
    for k in rows:
        blocks.setdefault(claim.rows[k].variable, []).append(k)
    return list(blocks.values())


def _reduce(claim: RowClaim, rows: list[int]) -> list[int] | Unknown:
    """Leave out whole variables, then single rows, as long as the claim holds."""
    for part in [*_blocks(claim, rows), *([k] for k in reversed(rows))]:
        fewer = [k for k in rows if k not in part]
        if len(fewer) == len(rows):
            continue
        if claim.budget.over:
            return claim.budget.shortage
        answer = claim.holds(fewer)
        if isinstance(answer, Unknown):
            return answer
        if answer:
            rows = fewer
    return rows


def _minimum(
    claim: RowClaim, everything: list[int], bound: list[int], budget: Meter
) -> list[int] | Unknown:
    """A minimum explanation; *bound* is one already found."""

    def learn(candidate: int) -> list[int]:
        """The rows outside a largest set around *candidate* that explains nothing."""
        rows = bits(candidate)
        if _known(budget.shortage if budget.over else claim.holds(rows)):
            return []
        kept = _known(_grow(claim, everything, rows, budget))
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
    claim: RowClaim, everything: list[int], rows: list[int], budget: Meter
) -> set[int] | Unknown:
    """A largest set of rows around *rows* under which the claim still fails."""
    kept = set(rows)
    for part in [*_blocks(claim, everything), *([k] for k in everything)]:
        if kept.issuperset(part):
            continue
        if budget.over:
            return budget.shortage
        answer = claim.holds(kept.union(part))
        if isinstance(answer, Unknown):
            return answer
        if not answer:
            kept.update(part)
    return kept
