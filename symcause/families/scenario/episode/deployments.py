"""Deployments in a scenario episode: units of a design, what comes back, the final fleet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from random import Random

import msgspec

from symcause.episodes.rules import Plain, Refused, taken
from symcause.errors import ProblemError, SymcauseError, did_you_mean
from symcause.families.scenario.bounds import DEPLOYED_UNITS, FLOWN_FLEET, MAX_TRIALS
from symcause.families.scenario.episode.unit_turns import Entry, Turns
from symcause.families.scenario.files.document_writer import write_values
from symcause.families.scenario.files.term_reader import read_value
from symcause.families.scenario.models.model_components import Value
from symcause.families.scenario.models.term_evaluation import Inexact
from symcause.families.scenario.problem.problem import ScenarioProblem, Space, violations
from symcause.families.scenario.problem.setup_validation import check_design
from symcause.families.scenario.problem.trial_records import Record, Trial
from symcause.families.scenario.value.unit_sampler import Units
from symcause.formats.struct_decoder import decode


class Deploy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Units of a design; what is not named has its default."""

    deploy: dict[str, object]
    count: int


class Back(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What comes back."""

    deployed: int
    records: tuple[dict[str, object], ...]
    survived: int | None = None
    destroyed: int | None = None


def asked(known: ScenarioProblem, action: object, space: Space) -> tuple[dict[str, Value], int]:
    """The design and the count of an action. Raises Refused."""
    wanted = taken(action, Deploy)
    most = most_units(known)
    if not 1 <= wanted.count <= most:
        allowed = f"1 to {most}" if most else "none is left"
        raise Refused(
            "this many units cannot be deployed",
            place="count",
            value=wanted.count,
            remedy=f"units of this deployment: {allowed}; or answer",
        )
    assert known.trials is not None
    if len(known.trials.deployments) >= MAX_TRIALS:
        raise Refused(f"there are at most {MAX_TRIALS} deployments", remedy="answer")
    try:
        design = read_design(known, wanted.deploy)
    except SymcauseError as error:
        refused = Refused(error.complaint.message)
        refused.complaint = error.complaint  # its value has its quotes already
        raise refused from None
    broken = violations(known, design, space)
    if broken:
        raise Refused(f"not a design of the {space} space: {broken[0]}", place="deploy")
    return design, wanted.count


def most_units(known: ScenarioProblem) -> int:
    """How many units the next deployment may have."""
    found = DEPLOYED_UNITS
    if known.budget is not None and known.trials is not None:
        if known.budget.per_deployment is not None:
            found = min(found, known.budget.per_deployment)
        if known.budget.units is not None:
            found = min(found, known.budget.units - known.trials.units)
    return max(0, found)


def read_design(
    known: ScenarioProblem, given: Mapping[str, object], place: str = "deploy"
) -> dict[str, Value]:
    """A full design: defaults where nothing is said. Raises ProblemError."""
    values: dict[str, Value] = {}
    for name, value in given.items():
        if name not in known.design:
            raise ProblemError(
                "not a design variable",
                place=place,
                value=name,
                remedy=did_you_mean(name, known.design),
            )
        if isinstance(value, float):
            value = Decimal(repr(value))  # the shortest decimal that means it
        values[name] = read_value(value, f"{place}.{name}")
    check_design(values, known.design, place)
    return known.completed(values)


def deployed(
    truth: ScenarioProblem, design: Mapping[str, Value], count: int, chance: Random
) -> Plain:
    """Deploy units in the stage that agents explore, and see who comes back."""
    observe = truth.observe
    try:
        turns = Turns(truth, [Entry(design, {})], observe.records, observe.counts, chance)
        units = [turns.next() for _ in range(count)]
    except Inexact as error:
        raise Refused(f"the model has no value for this design: {error}", place="deploy") from None
    survived = sum(unit.survived is True for unit in units)
    told = {"survived": survived, "destroyed": count - survived} if observe.counts else {}
    records = [write_values(unit.record) for unit in units if unit.record is not None]
    return {"deployed": count, **told, "records": records}


def learnt(known: ScenarioProblem, action: Plain, seen: Plain) -> ScenarioProblem:
    """The deployment beside the others. Raises ProblemError."""
    assert known.trials is not None
    done = decode(dict(action), Deploy)
    back = decode(dict(seen), Back, place="observation")
    trial = Trial(
        read_design(known, done.deploy),
        done.count,
        back.survived,
        tuple(
            Record({name: read_value(value, name) for name, value in shown.items()})
            for shown in back.records
        ),
    )
    trials = known.trials
    return replace(known, trials=replace(trials, deployments=(*trials.deployments, trial)))


def flown(truth: ScenarioProblem, design: Mapping[str, Value], seed: int) -> int | None:
    """How many units of the fleet survive in the stage of the evaluation; None if it cannot be flown."""
    assert truth.evaluate is not None
    if truth.evaluate.fleet > FLOWN_FLEET:
        return None
    chance = Random(f"fleet {seed}")
    try:
        units = Units(truth, design, truth.final, (truth.outcome,))
        return sum(units.draw(chance)[truth.outcome] is True for _ in range(truth.evaluate.fleet))
    except Inexact:
        return None
