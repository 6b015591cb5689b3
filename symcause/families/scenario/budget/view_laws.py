"""View laws: what one unit, and what the history, shows of rivals if so much of it is told.

*shown*: as the file says, a unit being seen as
:mod:`~symcause.families.scenario.problem.player_sight` defines it. *counts*: survived or lost. *all*: the
record and survived or lost of every unit.
Where the number of survivors is told but is not linked to records, what is claimed from below leaves it
out, and what is claimed from above links it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symcause.errors import UsageError
from symcause.families.scenario.budget.policies.earlier_records import Block, Records
from symcause.families.scenario.budget.policies.ratio_classes import Experiment
from symcause.families.scenario.budget.unit_laws import Unit, UnitLaw, unit_law
from symcause.families.scenario.models.model_components import Value
from symcause.families.scenario.problem.player_sight import given_shown
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.grammar.scenario.scenario_terms import Name

VIEWS = SHOWN, COUNTS, ALL = ("shown", "counts", "all")
NO_CYCLE = "cycle without counts"
UNSEEN = Unit((), False, False)
"""Stands for every unit of a scenario that never shows one."""

Told = dict[Hashable, Fraction]
Look = Callable[[Unit], Hashable]


@dataclass(frozen=True)
class View:
    """What is told: of each design that can be drawn, and of the history; or why nothing is."""

    designs: tuple[dict[str, Value], ...] = ()
    low: tuple[Experiment, ...] = ()
    high: tuple[Experiment, ...] = ()
    records: Records | None = None
    linked: bool = True
    reason: str | None = None


class Laws:
    """The laws of rivals by design, each listed once."""

    def __init__(
        self, problems: Sequence[ScenarioProblem], designs: Sequence[dict[str, Value]]
    ) -> None:
        self.problems, self.designs = problems, designs
        first = problems[0]
        records = first.observe.records
        self.units = [[unit_law(p, d, records, {}) for p in problems] for d in designs]
        history = first.history
        shown = records if history is None or history.show is None else history.show
        self.entries = [
            [unit_law(p, design, shown, entry.force) for p in problems]
            for entry, design in first.policy()
        ]
        for laws in (*self.units, *self.entries):
            _same_types(laws, first)

    def view(self, name: str) -> View:
        """What is told in a view."""
        low, high, linked = self._looks(name)
        records = self._records(name)
        if isinstance(records, str):
            return View(linked=linked, reason=records)
        given = name == SHOWN and not self.problems[0].observe.counts
        lows, highs = [], []
        for laws in self.units:
            parts = [_given(law) for law in laws] if given else laws
            lows.append(experiment(_seen(law, low) for law in parts))
            highs.append(experiment(_seen(law, high) for law in parts))
        told = tuple(lows)
        every = tuple(self.designs)
        return View(every, told, told if linked else tuple(highs), records, linked)

    def _looks(self, name: str) -> tuple[Look, Look, bool]:
        """What is told of a unit: at least, at most, and whether that is the same."""
        if name == COUNTS:
            return _survived, _survived, True
        if name == ALL:
            return _everything, _everything, True
        first = self.problems[0]
        observe = first.observe
        by_outcome = first.hidden == Name(first.outcome)
        in_record = first.hidden is None and first.outcome in observe.records
        if not observe.counts or by_outcome or in_record:
            return _record, _record, True
        return _record, lambda unit: (_record(unit), unit.survived), False

    def _records(self, name: str) -> Records | str:
        """What the history tells; a text if it cannot be said."""
        first = self.problems[0]
        history = first.history
        if history is None:
            return Records(len(self.problems))
        look = {COUNTS: _survived, ALL: _everything, SHOWN: _record}[name]
        untold = name == SHOWN and not first.tells_number
        if untold and history.cycle:
            return NO_CYCLE
        if history.cycle:
            turns = len(history.policy)
            blocks = tuple(
                Block(
                    experiment(_seen(law, look) for law in laws),
                    (history.records + turns - 1 - place) // turns,
                )
                for place, laws in enumerate(self.entries)
            )
            return Records(len(self.problems), blocks, blocks)
        whole = sum((entry.weight for entry in history.policy), Fraction(0))
        entries = enumerate(history.policy)
        nothing: Told = {(place, None): e.weight / whole for place, e in entries if e.weight}
        numbers: list[Told] = []
        laws: tuple[UnitLaw, ...]
        for laws in zip(*self.entries, strict=True):
            one: Told = {}
            for place, (entry, law) in enumerate(zip(history.policy, laws, strict=True)):
                for unit, chance in law.items():
                    if not untold or unit.shown:
                        key = (place, look(unit))
                        one[key] = one.get(key, Fraction(0)) + chance * entry.weight / whole
            numbers.append(given_shown(one) or nothing)
        block = Block(experiment(numbers), history.records)
        return Records(len(self.problems), (block,), (block,))


def experiment(told: Iterable[Mapping[Hashable, Fraction]]) -> Experiment:
    """The chances of every outcome under each rival."""
    laws = list(told)
    keys = dict.fromkeys(key for law in laws for key in law)
    return tuple(tuple(law.get(key, Fraction(0)) for law in laws) for key in keys)


def _seen(law: UnitLaw, look: Look) -> Told:
    numbers: Told = {}
    for unit, chance in law.items():
        key = look(unit)
        numbers[key] = numbers.get(key, Fraction(0)) + chance
    return numbers


def _survived(unit: Unit) -> Hashable:
    return unit.survived


def _everything(unit: Unit) -> Hashable:
    return unit.record, unit.survived


def _record(unit: Unit) -> Hashable:
    return unit.record if unit.shown else None


def _given(law: UnitLaw) -> UnitLaw:
    """The law of the next unit that is shown; of one of which nothing is shown if none ever is."""
    numbers = given_shown({unit: chance for unit, chance in law.items() if unit.shown})
    return numbers or {UNSEEN: Fraction(1)}


def _same_types(laws: Sequence[UnitLaw], problem: ScenarioProblem) -> None:
    kinds = [{tuple(map(type, unit.record)) for unit in law} for law in laws]
    if len(set().union(*kinds)) > 1:
        raise UsageError(
            "a shown variable has different types in the rivals",
            value=problem.id,
            remedy="show numbers, options or truth values of the same variable in all of them",
        )
