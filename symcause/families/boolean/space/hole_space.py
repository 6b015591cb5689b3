"""The Boolean space of rows with holes: all SCMs that agree with some way to fill the holes.

Unobserved cells couple the mechanisms, so nothing is counted by multiplying: members are searched for
(:mod:`~space.holes.hole_search`), one after the other, up to a bound.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import dropwhile, islice
from random import Random
from typing import ClassVar

from symcause.answers import Unknown, Unsat
from symcause.audits.members import Members, refuse_strangers
from symcause.audits.space import EdgeStatuses, Objection, Separation
from symcause.budgets import Meter
from symcause.errors import LimitError
from symcause.families.boolean.bounds import COUNTED_LEVELS, COUNTED_MEMBERS, SIZED_MEMBERS
from symcause.families.boolean.models.experiments import PairSeparation
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.space.boolean_space import BooleanSpace
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.exclusion import row_words, why_not
from symcause.families.boolean.space.holes.behaviour_search import BehaviourSearch
from symcause.families.boolean.space.holes.hole_formula import Cell
from symcause.families.boolean.space.holes.hole_levels import levels
from symcause.families.boolean.space.holes.hole_search import HoledSearch
from symcause.families.boolean.space.holes.list_search import ListedSearch, searching, telling
from symcause.families.boolean.space.holes.row_completion import least_completion
from symcause.families.boolean.space.reach import Reach


@dataclass(frozen=True, repr=False, eq=False)
class HoledSpace(BooleanSpace):
    """All SCMs of the class that some completion of the training rows agrees with, within the errors."""

    reach: ClassVar[Reach] = Reach.MEMBERS

    @property
    def models(self) -> HoledSpace:
        """The members, told apart by their mechanisms."""
        return self

    @property
    def where_coupled(self) -> str:
        """What couples the mechanisms, as the end of a sentence."""
        if self.problem.holed:
            return "cells were not observed"
        return "models that behave alike are one"

    @property
    def rows_are_exact(self) -> bool:
        return not self.noisy and not self.problem.holed

    @property
    def uncertified(self) -> Unknown:
        """Why no certificate says how many members there are."""
        text = "members are listed where cells are not observed"
        return Unknown(f"{text}: no proof of their number")

    def witnessed(
        self, first: BooleanSCM, second: BooleanSCM, known: PairSeparation | None
    ) -> PairSeparation | None:
        """What tells two members apart, as a certificate of this space shows it."""
        return known

    @cached_property
    def exact(self) -> ExactSpace | Unknown:
        text = "some cells are not observed" if self.problem.holed else self.where_coupled
        return Unknown(f"{text}: mechanisms cannot be looked at one by one")

    @cached_property
    def search(self) -> HoledSearch | ListedSearch | Unknown:
        try:
            return searching(self.problem, self.hypotheses, self.meter)
        except LimitError as error:
            return Unknown(str(error))

    def fresh(self) -> HoledSearch | ListedSearch | Unknown:
        """A search that remembers nothing: a listing leaves clauses behind."""
        return HoledSpace(self.problem, self.hypotheses, meter=self.meter).search

    def counted(self, most: int = COUNTED_MEMBERS) -> int | Unknown:
        """How many members there are, if they are at most this many."""
        listed = Meter(most + 1)
        for member in self.members():
            if isinstance(member, Unknown):
                return member
            listed.spend()
            if listed.over:
                return _too_many(most)
        return listed.spent

    def count(self) -> int | Unknown:
        return self._count

    @cached_property
    def _count(self) -> int | Unknown:
        return self.counted()

    @property
    def at_least(self) -> int | None:
        return COUNTED_MEMBERS + 1 if self._count == _TOO_MANY else None

    @property
    def cells(self) -> int:
        """How many training cells can be disturbed, at most: no targets, no disclosed roots."""
        always = set(self.problem.disclosure.roots or ())
        free = [v for v in self.problem.variables if v not in always]
        return sum(
            len(world.rows) * sum(v not in world.targets for v in free)
            for world in self.problem.training
        )

    @property
    def levels(self) -> tuple[int, ...]:
        """Numbers of disturbed cells for which members are looked for in turn, the last is all of them."""
        most = min(self.hypotheses.errors, self.cells)
        return (*range(min(most, COUNTED_LEVELS)), most)

    def spectrum(self) -> tuple[int, ...] | Unknown:
        """How many members disturb 0, 1, … cells: by raising the errors."""
        sums: list[int] = []
        most = min(self.hypotheses.errors, self.cells)
        if most > COUNTED_LEVELS:
            return Unknown(f"more than {COUNTED_LEVELS} numbers of disturbed cells to count for")
        for errors in range(most + 1):
            count = self._allowing(errors).count()
            if isinstance(count, Unknown):
                return count
            sums.append(count)
        return tuple(now - before for before, now in zip([0, *sums], sums, strict=False))

    def _allowing(self, errors: int) -> HoledSpace:
        """The members with so many disturbed cells at most."""
        hypotheses = replace(self.hypotheses, errors=errors)
        return HoledSpace(self.problem, hypotheses, meter=self.meter)

    def members(self, after: BooleanSCM | None = None) -> Iterator[BooleanSCM | Unknown]:
        """Every member once, as the search finds them."""
        models = self.listing()
        if after is None:
            return models
        return islice(dropwhile(lambda member: member != after, models), 1, None)

    def listing(self) -> Iterator[BooleanSCM | Unknown]:
        """What there is to list, from the start."""
        search = self.fresh()
        return iter((search,)) if isinstance(search, Unknown) else search.members()

    def pick(self) -> BooleanSCM | Unknown | None:
        return self.search if isinstance(self.search, Unknown) else self.search.member()

    def simplest(self) -> Iterator[BooleanSCM | Unknown]:
        """By disturbed cells, then by total AST size, as far as members can be listed."""
        for level in levels(self.problem, self.hypotheses, self.meter):
            if isinstance(level, Unknown):
                yield level
                return
            yield from level.members[:SIZED_MEMBERS]
            if not level.whole:
                yield Unknown(f"more than {SIZED_MEMBERS} members: too many to sort by size")

    def others(self, than: BooleanSCM) -> Iterator[BooleanSCM | Unknown]:
        """Members that differ from a model: fewest disturbed cells, then single changes first."""
        refuse_strangers(BooleanSCM, self.problem.variables, "variables", than)
        seen: set[BooleanSCM] = set()
        for errors in self.levels:
            search = self._allowing(errors).search
            models = iter((search,)) if isinstance(search, Unknown) else search.others(than)
            for member in models:
                if isinstance(member, Unknown):
                    yield member
                    return
                if member not in seen:
                    seen.add(member)
                    yield member

    def other(self, than: BooleanSCM) -> BooleanSCM | Unknown | None:
        """Some member that is another model."""
        return self.search if isinstance(self.search, Unknown) else self.search.other(than)

    def objections(self, model: BooleanSCM) -> tuple[Objection, ...]:
        """Why the model is no member: rules of the class, or too many disturbed cells."""
        reasons = why_not(self.problem, self.hypotheses, model, rows=False)
        objections = [Objection(reason.detail, reason.variable) for reason in reasons]
        if not objections and not self._leaves_a_scored_cell(model):
            objections.append(Objection("no observed cell is scored with these roots"))
        if not objections:
            cells = least_completion(self.problem, model).disturbed
            if len(cells) > self.hypotheses.errors:
                world, row, _ = cells[0]
                text = f"{len(cells)} disturbed cells, the class allows {self.hypotheses.errors}"
                place = row_words(self.problem.training[world].id, row)
                objections.append(Objection(text, place))
        return tuple(objections)

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
        return tuple(v for v, functions in kinds.items() if len(functions) > 1)

    @cached_property
    def behaving(self) -> BehaviourSearch | ListedSearch | Unknown:
        """A search for members that show something else, under observation only where that is needed."""
        try:
            observing = bool(self.problem.latent)
            return telling(self.problem, self.hypotheses, self.meter, observing=observing)
        except LimitError as error:
            return Unknown(str(error))

    def separate(
        self, first: BooleanSCM, second: BooleanSCM | None = None
    ) -> Separation | Unsat | Unknown:
        """An experiment on one variable under which two models differ; observing, if some are latent."""
        if second is None:
            if isinstance(self.behaving, Unknown):
                return self.behaving
            model = self.behaving.otherwise(first)
            if not isinstance(model, BooleanSCM):
                return Unsat() if model is None else model
            second = model
        return super().separate(first, second)

    def draw(self, rng: Random) -> BooleanSCM | Unknown:
        """One member, uniformly, from the list of all. Raises ValueError if there is none."""
        return Members.draw(self, rng)


def _too_many(most: int) -> Unknown:
    return Unknown(f"more than {most:,} members: they are counted one by one")


_TOO_MANY = _too_many(COUNTED_MEMBERS)
