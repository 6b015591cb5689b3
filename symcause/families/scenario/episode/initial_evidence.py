"""The initial evidence of a scenario episode: designs, budget, goal and earlier units.

The model stays behind: variables, stages and claims are left out. The earlier units are drawn from it with
the seed of the episode, as the policy of the history says. They are numbered, so that gaps tell how many
were not shown.

Where counts are not disclosed, the number of shown records must tell nothing either: units are drawn until
as many are shown as were asked for, and are numbered without gaps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import count
from random import Random

from symcause.errors import UsageError
from symcause.families.scenario.models.model_components import Design, Value
from symcause.families.scenario.models.term_evaluation import Inexact, evaluate
from symcause.families.scenario.problem.builder_claims import Claims
from symcause.families.scenario.problem.problem import (
    FIRST_STAGE,
    Entry,
    History,
    ScenarioProblem,
)
from symcause.families.scenario.problem.trial_records import Record, Trial, Trials
from symcause.families.scenario.value.unit_sampler import Units, smooth
from symcause.grammar.scenario.scenario_terms import names

MAX_HISTORY = 10_000
"""Most units of a history."""

PATIENCE = 1_000
"""This many units are drawn for one that is shown, before nothing is shown instead."""

PLACES = 6
"""Decimals of a number in a record."""

Unit = dict[str, Value]


def opening(truth: ScenarioProblem, seed: int) -> ScenarioProblem:
    """The scenario without its model."""
    if truth.trials is not None or truth.panel is not None:
        raise UsageError("there is no model to play with", value=truth.id)
    if truth.evaluate is None:
        raise UsageError("no fleet and no threshold: there is nothing to win", value=truth.id)
    history = () if truth.history is None else _history(truth, truth.history, seed)
    return replace(
        truth,
        variables=(),
        stages={},
        history=None,
        claims=Claims(),
        notes=(),
        trials=Trials(seed, history),
    )


def _history(truth: ScenarioProblem, history: History, seed: int) -> tuple[Trial, ...]:
    """Earlier units, by the designs of the policy."""
    if history.records > MAX_HISTORY:
        raise UsageError(f"a history of more than {MAX_HISTORY} units is not played")
    chance = Random(f"history {seed}")
    shown = history.show or truth.observe.records
    wanted = looked_at(truth, shown)
    found: dict[int, tuple[int, list[Record]]] = {}
    try:
        drawn = [
            Units(truth, design, FIRST_STAGE, wanted, entry.force)
            for entry, design in truth.policy()
        ]
        places = _places(history, chance)
        numbers = count(1)
        for _ in range(history.records):
            place, unit, seen = next_unit(
                truth, lambda: _next(places, drawn, chance), counts=truth.told
            )
            units, records = found.get(place, (0, []))
            number = next(numbers) if seen or truth.told else 0
            if seen:
                records.append(Record(record(unit, shown), number))
            found[place] = units + 1, records
    except Inexact as error:
        raise UsageError(f"the history cannot be drawn: {error}", value=truth.id) from None
    designs = [design for _, design in truth.policy()]
    return tuple(
        Trial(designs[place], units, None, tuple(records))
        for place, (units, records) in sorted(found.items())
    )


def _places(history: History, chance: Random) -> Iterator[int]:
    """Which design each unit has: in turn, or by weight."""
    number = 0
    while True:
        if history.cycle:
            yield number % len(history.policy)
        else:
            yield _weighted(history.policy, chance)
        number += 1


def _weighted(policy: tuple[Entry, ...], chance: Random) -> int:
    at = sum((entry.weight for entry in policy), Fraction(0)) * Fraction(
        chance.getrandbits(64), 1 << 64
    )
    for place, entry in enumerate(policy):
        if at < entry.weight:
            return place
        at -= entry.weight
    raise AssertionError("shares are below one")


def _next(places: Iterator[int], drawn: list[Units], chance: Random) -> tuple[int, Unit]:
    place = next(places)
    return place, drawn[place].draw(chance)


def looked_at(truth: ScenarioProblem, shown: tuple[str, ...]) -> set[str]:
    """The names that must be drawn: the outcome, what is shown, and what is selected by."""
    select = truth.observe.select
    return {truth.outcome, *shown, *(names(select) if select is not None else ())}


def next_unit(
    truth: ScenarioProblem, draw: Callable[[], tuple[int, Unit]], counts: bool
) -> tuple[int, Unit, bool]:
    """The place of a design, the next unit, and whether a record of it is shown.

    Where nothing may be told by who is missing: the next one of which a record is shown.
    """
    for _ in range(1 if counts else PATIENCE):
        place, unit = draw()
        if _is_shown(truth, unit):
            return place, unit, True
    return place, unit, False


def _is_shown(truth: ScenarioProblem, unit: Unit) -> bool:
    select = truth.observe.select
    return select is None or evaluate(select, unit, smooth) is True


def record(unit: Design, shown: tuple[str, ...]) -> dict[str, Value]:
    """What is shown of a unit; numbers with a few decimals."""
    return {name: _rounded(unit[name]) for name in shown}


def _rounded(value: Value) -> Value:
    if isinstance(value, bool | str):
        return value
    return Fraction(round(value * 10**PLACES), 10**PLACES)
