"""Rival tables of the scenario verifier: what units of two scenarios show, listed in exact fractions.

Written down a second time, on the lists of units: nothing is taken from what is to be checked. What a
player sees is defined in :mod:`~symcause.families.scenario.problem.player_sight`: rounded numbers; where
units are not told, the next one that is selected; nothing where none ever is.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction

from symcause.families.scenario.models.model_components import Value
from symcause.families.scenario.problem.player_sight import PLACES
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.verifier.exact_terms import compiled
from symcause.families.scenario.verifier.finite_scenario import Finite, Unit
from symcause.families.scenario.verifier.shown_values import read_off
from symcause.grammar.scenario.scenario_terms import Name, Truth
from symcause.kernel.nodes import Rejected

VIEWS = ("shown", "counts", "all")
SAME = ("outcome", "design", "constraints", "observe", "history", "budget", "evaluate")
"""What rivals have in common."""

Chances = tuple[Fraction, Fraction]
Table = list[Chances]
Told = Callable[[dict[str, Value]], Hashable]


@dataclass(frozen=True)
class Batch:
    """So many independent records, and the chances of what one of them shows."""

    table: Table
    records: int


def refuse_unlike(first: ScenarioProblem, second: ScenarioProblem) -> None:
    """Refuse scenarios that ask different things of a player."""
    for key in SAME:
        if getattr(first, key) != getattr(second, key):
            raise Rejected(f"the scenarios differ in {key}")


class Tables:
    """What is told of two scenarios in a view: at least, and at most where survivors are not linked."""

    def __init__(self, first: Finite, second: Finite, view: str) -> None:
        self.sides, self.view = (first, second), view
        problem = first.problem
        self.problem, self.observe = problem, problem.observe
        select = self.observe.select
        self.select = None if select is None or select == Truth(True) else select
        self.selected = None if self.select is None else compiled(self.select)
        self.untold = view == "shown" and not self.observe.counts
        self.rounded = self.silent = False

    def designs(self) -> list[dict[str, Value]]:
        """The designs of the space: a player may deploy all of them."""
        return self.sides[0].designs()

    @property
    def remark(self) -> str:
        """What claims about other ways to see have not taken into account; empty if there is nothing."""
        texts = []
        if self.rounded:
            texts.append(f"numbers are shown with {PLACES} decimals")
        if self.silent:
            texts.append("a design that never shows a unit shows that")
        return f" ({', and '.join(texts)})" if texts else ""

    def table(self, design: dict[str, Value], most: bool = False) -> Table:
        """The chances of what a unit of a design shows: at least, or at most."""
        look = self._look(self.observe.records, most)
        both = [self._shares(self._units(i, design), look, self.untold) for i in (0, 1)]
        return _paired(both[0], both[1])

    def _units(self, side: int, design: dict[str, Value]) -> list[Unit]:
        return list(self.sides[side].units(design, "1"))

    def _is_shown(self, unit: dict[str, Value]) -> bool:
        return self.selected is None or self.selected(unit) is True

    def _look(self, names: tuple[str, ...], most: bool) -> Told:
        outcome = self.problem.outcome

        def record(unit: dict[str, Value]) -> Hashable:
            found = [read_off(unit[name]) for name in names]
            self.rounded |= any(unit[name] != own for name, own in zip(names, found, strict=True))
            return tuple((type(value), value) for value in found)

        if self.view == "counts":
            return lambda unit: unit[outcome]
        if self.view == "all":
            return lambda unit: (record(unit), unit[outcome])
        linked = self.select == Name(outcome) or (self.select is None and outcome in names)
        if most and self.observe.counts and not linked:
            return lambda unit: (record(unit) if self._is_shown(unit) else None, unit[outcome])
        return lambda unit: record(unit) if self._is_shown(unit) else None

    def _shares(self, units: list[Unit], look: Told, given: bool) -> dict[Hashable, Fraction]:
        numbers: dict[Hashable, Fraction] = {}
        for share, unit in units:
            if not given or self._is_shown(unit):
                key = look(unit)
                numbers[key] = numbers.get(key, Fraction(0)) + share
        whole = sum(numbers.values(), Fraction(0))
        if not whole:
            self.silent = True
            return {None: Fraction(1)}
        return {key: share / whole for key, share in numbers.items()}

    def history(self) -> list[Batch]:
        """What the history shows."""
        history = self.problem.history
        if history is None:
            return []
        look = self._look(history.show or self.observe.records, most=False)
        untold = self.view == "shown" and not self.problem.tells_number
        if history.cycle:
            if untold:
                raise Rejected("a cycle without counts: records are not independent")
            return self._turns(look, history.records)
        both = []
        for side in self.sides:
            rows = [(place, share, unit) for place, share, unit in side.history()]
            kept: dict[Hashable, Fraction] = {}
            for place, share, unit in rows:
                if not untold or self._is_shown(unit):
                    key = (place, look(unit))
                    kept[key] = kept.get(key, Fraction(0)) + share
            whole = sum(kept.values(), Fraction(0))
            if not whole:
                self.silent = True
                for place, share, _ in rows:
                    kept[place, None] = kept.get((place, None), Fraction(0)) + share
            both.append({key: share / (whole or 1) for key, share in kept.items()})
        return [Batch(_paired(both[0], both[1]), history.records)]

    def _turns(self, look: Told, records: int) -> list[Batch]:
        policy = self.problem.policy()
        batches = []
        for place, (entry, design) in enumerate(policy):
            both = []
            for side in self.sides:
                units = list(side.units(design, "1", entry.force))
                both.append(self._shares(units, look, False))
            own = len(range(place, records, len(policy)))
            batches.append(Batch(_paired(both[0], both[1]), own))
        return batches


def _paired(first: dict[Hashable, Fraction], second: dict[Hashable, Fraction]) -> Table:
    """Chances under both; outcomes with one ratio are one."""
    merged: dict[Fraction | None, Chances] = {}
    for key in {**first, **second}:
        p, q = first.get(key, Fraction(0)), second.get(key, Fraction(0))
        if p or q:
            ratio = p / q if q else None
            a, b = merged.get(ratio, (Fraction(0), Fraction(0)))
            merged[ratio] = (a + p, b + q)
    return sorted(merged.values(), key=lambda c: c[0] / (c[0] + c[1]), reverse=True)
