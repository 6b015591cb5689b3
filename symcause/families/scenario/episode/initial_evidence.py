"""The initial evidence of a scenario episode: designs, budget, goal and earlier units.

The model stays behind: variables, stages and claims are left out. The earlier units are drawn from it with
the seed of the episode, as the policy of the history says. They are numbered, so that gaps tell how many
were not shown.

Where counts are not disclosed, the number of shown records must tell nothing either: there are as many as
were asked for, and they are numbered without gaps.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from random import Random

from symcause.errors import UsageError
from symcause.families.scenario.bounds import HISTORY_UNITS
from symcause.families.scenario.episode.unit_turns import Entry, Turns
from symcause.families.scenario.models.term_evaluation import Inexact
from symcause.families.scenario.problem.builder_claims import Claims
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.problem.trial_records import Record, Trial, Trials


def opening(truth: ScenarioProblem, seed: int) -> ScenarioProblem:
    """The scenario without its model."""
    if truth.trials is not None or truth.panel is not None:
        raise UsageError("there is no model to play with", value=truth.id)
    if truth.evaluate is None:
        raise UsageError("no fleet and no threshold: there is nothing to win", value=truth.id)
    history = tuple(earlier_units(truth, seed).values())
    return replace(
        truth,
        variables=(),
        stages={},
        history=None,
        claims=Claims(),
        notes=(),
        trials=Trials(seed, history),
    )


def earlier_units(truth: ScenarioProblem, seed: int) -> dict[int, Trial]:
    """The units of the history, by the place of their design in the policy."""
    history = truth.history
    if history is None:
        return {}
    if history.records > HISTORY_UNITS:
        raise UsageError(f"a history of more than {HISTORY_UNITS} units is not played")
    entries = [
        Entry(design, entry.force, None if history.cycle else entry.weight)
        for entry, design in truth.policy()
    ]
    shown = history.show or truth.observe.records
    seen: dict[int, tuple[int, list[Record]]] = {}
    try:
        turns = Turns(truth, entries, shown, truth.tells_number, Random(f"history {seed}"))
        numbers = count(1)
        for _ in range(history.records):
            turn = turns.next()
            units, records = seen.get(turn.place, (0, []))
            number = next(numbers) if turn.record is not None or truth.tells_number else 0
            if turn.record is not None:
                records.append(Record(turn.record, number))
            seen[turn.place] = units + 1, records
    except Inexact as error:
        raise UsageError(f"the history cannot be drawn: {error}", value=truth.id) from None
    designs = [design for _, design in truth.policy()]
    return {
        place: Trial(designs[place], units, None, tuple(records))
        for place, (units, records) in sorted(seen.items())
    }
