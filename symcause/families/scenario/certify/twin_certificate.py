"""The twin certificate: what the kernel certifies of two scenarios with one history."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import ceil

from msgspec import UNSET

from symcause.answers import Unknown
from symcause.audits.certificate_acceptance import Accepted, accepted
from symcause.errors import UsageError
from symcause.families.scenario.documents.question_documents import (
    BesidePart,
    DesignMap,
    ExperimentPart,
    ShownPart,
    TwinPart,
)
from symcause.families.scenario.files.document_writer import write_values
from symcause.families.scenario.models.model_components import Value
from symcause.families.scenario.models.rational_intervals import rounded
from symcause.families.scenario.problem.fingerprint import fingerprint
from symcause.families.scenario.problem.problem import ScenarioProblem, value_text
from symcause.families.scenario.verifier.finite_scenario import Finite
from symcause.families.scenario.verifier.twin_claim import ROUNDED, most_units
from symcause.families.scenario.verifier.twin_pair import Experiment, Pair, alike, law
from symcause.kernel.envelope import write_envelope
from symcause.kernel.nodes import Beyond, Rejected
from symcause.kernel.work import Work

HALF = Fraction(1, 2)
WORK = 60.0
"""What listing a scenario may take: the kernel counts this many seconds as steps, by no clock."""


def twin_part(first: ScenarioProblem, second: ScenarioProblem, file: str) -> TwinPart:
    """What there is to say of two scenarios. Raises UsageError if they differ in more than tables."""
    if not alike(first, second):
        raise UsageError(
            "twins differ in the numbers of their tables alone", file=file, value=second.id
        )
    try:
        pair = Pair(Finite(first, Work(WORK)), Finite(second, Work(WORK)))
        equal, winner = pair.history_equal(), pair.common_winner()
        why = _refusal(equal, winner is not None, pair.sound())
        passive, active = _up(pair.passive(HALF)), pair.active(most_units(first))
    except Beyond as error:
        return TwinPart(status="unknown", file=file, reason=str(error))
    except Rejected as error:
        return TwinPart(status="refuted", file=file, reason=str(error))
    made = Unknown(why) if why is not None else certificate(first, second, passive, active)
    proof = None if isinstance(made, Unknown) else made
    return TwinPart(
        status="proven" if why is None else "refuted",
        file=file,
        certificate=None if proof is None else proof.document,
        certificate_note=UNSET if proof is None or proof.note is None else proof.note,
        history_equal=equal,
        common_winner=winner is not None,
        lambda_=str(HALF),
        passive=str(passive),
        active=None if active is None else _part(active),
        history=_history(pair) if equal else (),
        designs=tuple(_beside(pair, active)),
        reason=made.reason if isinstance(made, Unknown) else None,
    )


def _history(pair: Pair) -> tuple[ShownPart, ...]:
    """What the history shows in both, in words."""
    problem = pair.first.problem
    history = problem.history
    if history is None:
        return ()
    names = history.show or problem.observe.records
    policy = [entry.design for entry, _ in problem.policy()]
    found = []
    for (entry, record), share in sorted(law(pair.first).items(), key=lambda item: repr(item[0])):
        text = ", ".join(f"{n} {value_text(v)}" for n, v in zip(names, record, strict=True))
        flown = ", ".join(f"{n} {value_text(v)}" for n, v in policy[entry].items())
        words = f"{flown}: {text}" if len(policy) > 1 else text
        found.append(ShownPart(record=words or "a record", share=str(share)))
    return tuple(found)


def _beside(pair: Pair, active: Experiment | None) -> Iterator[BesidePart]:
    """Named designs in both twins."""
    best = []
    for values in zip(*pair.values, strict=True):
        best.append(pair.designs[values.index(max(values))])
    named = [("default", pair.first.problem.default)]
    named += [("best here", best[0]), ("best in the twin", best[1])]
    if active is not None:
        named.append(("experiment", active.design))
    for name, design in named:
        if design in pair.designs:
            first, second = pair.values[pair.designs.index(design)]
            values = (str(first), str(second))
            yield BesidePart(name=name, design=_plain(design), values=values)


def are_twins(first: ScenarioProblem, second: ScenarioProblem) -> bool:
    """Do two scenarios show the same history, and does no design win in both?"""
    if not alike(first, second):
        return False
    try:
        pair = Pair(Finite(first, Work(WORK)), Finite(second, Work(WORK)))
        return pair.history_equal() and pair.common_winner() is None
    except Rejected:
        return False


def smallest_experiment(
    first: ScenarioProblem, second: ScenarioProblem
) -> ExperimentPart | str | None:
    """The smallest experiment between two scenarios of one form; None if there is none, a text if it is
    not known."""
    if not alike(first, second):
        raise UsageError("twins differ in the numbers of their tables alone", value=second.id)
    try:
        pair = Pair(Finite(first, Work(WORK)), Finite(second, Work(WORK)))
        experiment = pair.active(most_units(first))
    except Rejected as error:
        return str(error)
    return None if experiment is None else _part(experiment)


def _refusal(equal: bool, common: bool, sound: bool) -> str | None:
    """Why two scenarios are no twins."""
    if not equal:
        return "the histories differ"
    if common:
        return "a design wins in both"
    return None if sound else "the threshold of one of them is not sound"


def _up(number: Fraction) -> Fraction:
    """Rounded up to a millionth."""
    return ceil(number / ROUNDED) * ROUNDED


def _part(found: Experiment) -> ExperimentPart:
    first, second = (rounded(error, up=True) for error in found.errors)
    errors = (first, second)
    return ExperimentPart(design=_plain(found.design), n=found.n, cut=found.cut, errors=errors)


def _plain(design: Mapping[str, Value]) -> DesignMap:
    return {
        name: value if isinstance(value, bool | str) else int(value)
        for name, value in design.items()
    }


def certificate(
    first: ScenarioProblem,
    second: ScenarioProblem,
    passive: Fraction,
    active: Experiment | None,
) -> Accepted | Unknown:
    """The claim that two scenarios are twins, after the kernel's word about it."""
    claim = {
        "name": "twin",
        "other": {"id": second.id, "sha256": fingerprint(second)},
        "lambda": str(HALF),
        "passive": str(passive),
        "active": None
        if active is None
        else {"design": write_values(active.design), "n": active.n, "cut": active.cut},
    }
    body = {
        "space": "declared",
        "stage": first.final,
        "claim": claim,
        "evidence": {"kind": "finite"},
    }
    made = write_envelope("scenario", fingerprint(first), first.id, body)
    return accepted(first, made, other=second)
