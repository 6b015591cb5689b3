"""The Boolean version space where cells were not observed, under the one protocol.

Unobserved cells couple the mechanisms, so nothing is counted by multiplying: members are searched for
(:mod:`.holed_search`), one after the other, up to a bound.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import dropwhile, islice
from random import Random

from symcause.answers import Unknown, Unsat
from symcause.audits.members import Members
from symcause.audits.space import EdgeStatuses, Objection, Separation
from symcause.errors import LimitError
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.space.boolean_space import BooleanSpace
from symcause.families.boolean.space.completing import least_completion
from symcause.families.boolean.space.exclusion import why_not
from symcause.families.boolean.space.holed import Cell
from symcause.families.boolean.space.holed_search import HoledSearch
from symcause.families.boolean.space.space import ExactSpace

MOST_COUNTED = 100_000
"""Most members that are counted; beyond it the count is at least that."""


@dataclass(frozen=True, repr=False)
class HoledSpace(BooleanSpace):
    """All SCMs of the class that some completion of the training rows agrees with, within the errors."""

    @cached_property
    def exact(self) -> ExactSpace | Unknown:
        return Unknown("some cells are not observed: mechanisms cannot be looked at one by one")

    @cached_property
    def search(self) -> HoledSearch | Unknown:
        try:
            return HoledSearch(self.problem, self.hypotheses)
        except LimitError as error:
            return Unknown(str(error))

    def fresh(self) -> HoledSearch | Unknown:
        """A search that remembers nothing: a listing leaves clauses behind."""
        return HoledSpace(self.problem, self.hypotheses).search

    def counted(self, most: int = MOST_COUNTED) -> int | Unknown:
        """How many members there are, if they are at most so many."""
        number = 0
        for member in self.members():
            if isinstance(member, Unknown):
                return member
            number += 1
            if number > most:
                return _too_many(most)
        return number

    def count(self) -> int | Unknown:
        return self._count

    @cached_property
    def _count(self) -> int | Unknown:
        return self.counted()

    @property
    def at_least(self) -> int | None:
        return MOST_COUNTED + 1 if self._count == _TOO_MANY else None

    @property
    def cells(self) -> int:
        """How many training cells there are."""
        return sum(len(row) for world in self.problem.training for row in world.rows)

    def spectrum(self) -> tuple[int, ...] | Unknown:
        """How many members disturb 0, 1, … cells: by raising the errors."""
        sums: list[int] = []
        most = min(self.hypotheses.errors, self.cells)
        if most > MOST_LEVELS:
            return Unknown(f"more than {MOST_LEVELS} numbers of disturbed cells to count for")
        for errors in range(most + 1):
            found = HoledSpace(self.problem, replace(self.hypotheses, errors=errors)).count()
            if isinstance(found, Unknown):
                return found
            sums.append(found)
        return tuple(now - before for before, now in zip([0, *sums], sums, strict=False))

    def members(self, after: BooleanSCM | None = None) -> Iterator[BooleanSCM | Unknown]:
        """Every member once, as the search finds them."""
        search = self.fresh()
        if isinstance(search, Unknown):
            return iter((search,))
        found = search.members()
        if after is None:
            return found
        return islice(dropwhile(lambda member: member != after, found), 1, None)

    def pick(self) -> BooleanSCM | Unknown | None:
        return self.search if isinstance(self.search, Unknown) else self.search.member()

    def simplest(self) -> Iterator[BooleanSCM | Unknown]:
        """As they are found: which is the simplest is not known."""
        return self.members()

    def others(self, than: BooleanSCM) -> Iterator[BooleanSCM | Unknown]:
        """Members that differ from a model: one with a single changed mechanism first, if there is any."""
        first = self.other(than)
        if first is None or isinstance(first, Unknown):
            if first is not None:
                yield first
            return
        yield first
        yield from (member for member in self.members() if member not in (than, first))

    def other(self, than: BooleanSCM) -> BooleanSCM | Unknown | None:
        """Some member that is another model."""
        return self.search if isinstance(self.search, Unknown) else self.search.other(than)

    def objections(self, model: BooleanSCM) -> tuple[Objection, ...]:
        """Why the model is no member: rules of the class, or too many disturbed cells."""
        reasons = why_not(self.problem, self.hypotheses, model, rows=False)
        found = [Objection(reason.detail, reason.variable) for reason in reasons]
        if not found and not self._leaves_a_scored_cell(model):
            found.append(Objection("no observed cell is scored with these roots"))
        if not found:
            cells = least_completion(self.problem, model).disturbed
            if len(cells) > self.hypotheses.errors:
                world, row, _ = cells[0]
                told = f"{len(cells)} disturbed cells, the class allows {self.hypotheses.errors}"
                place = f"world {self.problem.training[world].id}, row {row}"
                found.append(Objection(told, place))
        return tuple(found)

    def _leaves_a_scored_cell(self, model: BooleanSCM) -> bool:
        return any(
            bit != "?" and v in model.functions and v not in world.targets
            for world in self.problem.training
            for row in world.rows
            for v, bit in zip(self.problem.variables, row, strict=True)
        )

    def edges(self) -> EdgeStatuses | Unknown:
        """Every ordered pair: two questions each, fewer where members that were found answer them."""
        return self.search if isinstance(self.search, Unknown) else self.search.edges()

    def entailed(self) -> dict[Cell, int] | Unknown:
        """The unobserved cells with one value in all members and completions."""
        return self.search if isinstance(self.search, Unknown) else self.search.entailed()

    def mechanisms(self, variable: str) -> Iterator[Function | Unknown]:
        seen: set[Function] = set()
        for member in self.members():
            if isinstance(member, Unknown):
                yield member
            elif (function := member.functions.get(variable)) is not None and function not in seen:
                seen.add(function)
                yield function

    def open_variables(self) -> tuple[str, ...] | Unknown:
        listed = self.listed()
        if isinstance(listed, Unknown):
            return listed
        kinds = {v: {m.functions.get(v) for m in listed} for v in self.problem.variables}
        return tuple(v for v, found in kinds.items() if len(found) > 1)

    def separate(
        self, first: BooleanSCM, second: BooleanSCM | None = None
    ) -> Separation | Unsat | Unknown:
        """One variable's intervention under which two models differ."""
        if second is not None:
            return super().separate(first, second)
        unknown: Unknown | None = None
        for number, member in enumerate(self.others(first)):
            if isinstance(member, Unknown):
                return member
            if number == MOST_COMPARED:
                return Unknown(f"more than {MOST_COMPARED:,} members to compare")
            found = super().separate(first, member)
            if isinstance(found, Separation):
                return found
            unknown = found if isinstance(found, Unknown) else unknown
        return Unsat() if unknown is None else unknown

    def draw(self, rng: Random) -> BooleanSCM | Unknown:
        """One member, uniformly, from the list of all. Raises ValueError if there is none."""
        return Members.draw(self, rng)


def _too_many(most: int) -> Unknown:
    return Unknown(f"more than {most:,} members: they are counted one by one")


_TOO_MANY = _too_many(MOST_COUNTED)

MOST_LEVELS = 30
"""Most numbers of disturbed cells for each of which members are counted."""

MOST_COMPARED = 2_000
"""Most members that are compared one by one for an experiment that separates."""
