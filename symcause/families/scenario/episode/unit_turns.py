"""Unit turns of a scenario episode: the next unit that a player hears of, and what he sees of it.

What is seen is defined in :mod:`~symcause.families.scenario.problem.player_sight`. Where units are not
told, they are drawn until one is selected. After :data:`HIDDEN_DRAWS` draws without one the chances are
listed instead, and selected units are drawn from their law: that is the same law, however rare they are.
Only where none is ever selected, or the chances cannot be listed, nothing is shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from random import Random

from symcause.families.scenario.bounds import HIDDEN_DRAWS, LISTED_STATES
from symcause.families.scenario.budget.unit_laws import unit_law
from symcause.families.scenario.models.model_components import Design, Value
from symcause.families.scenario.models.term_evaluation import Inexact, evaluate
from symcause.families.scenario.problem.player_sight import given_shown, seen_record
from symcause.families.scenario.problem.problem import FIRST_STAGE, ScenarioProblem
from symcause.families.scenario.value.unit_sampler import Units, chosen, smooth
from symcause.grammar.scenario.scenario_terms import names

Record = dict[str, Value]
Places = tuple[int, tuple[Value, ...]]


@dataclass(frozen=True)
class Entry:
    """Units of one design: how often it is its turn (None: one after the other), what is forced."""

    design: Design
    force: Mapping[str, Value]
    weight: Fraction | None = None


@dataclass(frozen=True)
class Turn:
    """One unit: the place of its design, what is seen of it (None: nothing), whether it survived."""

    place: int
    record: Record | None
    survived: bool | None


class Turns:
    """Units of some designs, in turn or by weight, as far as a player sees them."""

    def __init__(
        self,
        truth: ScenarioProblem,
        entries: Sequence[Entry],
        shown: tuple[str, ...],
        told: bool,
        chance: Random,
    ) -> None:
        self.truth, self.entries, self.shown = truth, entries, shown
        self.told, self.chance, self.turn = told, chance, 0
        self._rare = False
        self._weights = [entry.weight for entry in entries if entry.weight is not None]
        select = truth.observe.select
        wanted = {truth.outcome, *shown, *(names(select) if select is not None else ())}
        self._units = [
            Units(truth, entry.design, FIRST_STAGE, wanted, entry.force) for entry in entries
        ]

    def next(self) -> Turn:
        """The next unit; where units are not told, the next one that is selected. Raises Inexact."""
        if self._rare:
            return self._selected_unit()
        for _ in range(1 if self.told else HIDDEN_DRAWS):
            place = self._place()
            unit = self._units[place].draw(self.chance)
            record = seen_record(unit, self.shown) if self._selected(unit) else None
            if record is not None or self.told:
                return Turn(place, record, unit[self.truth.outcome] is True)
        self._rare = None not in self._laws
        return self._selected_unit() if self._rare else Turn(place, None, None)

    def _place(self) -> int:
        if self._weights:
            return chosen(self._weights, self.chance)
        place = self.turn
        self.turn = (place + 1) % len(self.entries)
        return place

    def _selected(self, unit: Mapping[str, Value]) -> bool:
        select = self.truth.observe.select
        return select is None or evaluate(select, unit, smooth) is True

    def _selected_unit(self) -> Turn:
        """A selected unit by the chances of all; one of which nothing is shown if there is none."""
        selected: dict[Places, Fraction] = {}
        share = Fraction(1)
        for step in range(len(self.entries)):
            place = (self.turn + step) % len(self.entries)
            weight, law = self.entries[place].weight, self._laws[place] or {}
            for record, chance in law.items():
                selected[place, record] = chance * (share if weight is None else weight)
            share *= 1 - sum(law.values(), Fraction(0))  # it is the next one's turn
        numbers = given_shown(selected)
        if not numbers:
            return Turn(self._place(), None, None)
        place, record = list(numbers)[chosen(list(numbers.values()), self.chance)]
        if self.entries[place].weight is None:
            self.turn = (place + 1) % len(self.entries)
        return Turn(place, dict(zip(self.shown, record, strict=True)), None)

    @cached_property
    def _laws(self) -> list[dict[tuple[Value, ...], Fraction] | None]:
        """The chances of the records that are selected, by design; None if they cannot be listed."""
        return [self._law(entry) for entry in self.entries]

    def _law(self, entry: Entry) -> dict[tuple[Value, ...], Fraction] | None:
        try:
            law = unit_law(self.truth, entry.design, self.shown, entry.force, LISTED_STATES)
        except Inexact:
            return None
        numbers: dict[tuple[Value, ...], Fraction] = {}
        for unit, chance in law.items():
            if unit.shown:
                numbers[unit.record] = numbers.get(unit.record, Fraction(0)) + chance
        return numbers
