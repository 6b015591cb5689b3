"""Two scenarios as twins: what an audit says of them, with the certificate that the kernel checks."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from symcause.errors import UsageError
from symcause.families.scenario.documents.answers import ExperimentPart, TwinPart
from symcause.families.scenario.files.writing import write_values
from symcause.families.scenario.models.intervals import rounded
from symcause.families.scenario.problem.canonical import fingerprint
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.verifier.finite import Finite
from symcause.families.scenario.verifier.pairs import ROUNDED, most_units
from symcause.families.scenario.verifier.twins import Experiment, Pair, alike
from symcause.kernel.envelope import write_envelope
from symcause.kernel.reading import Beyond, Rejected
from symcause.kernel.work import Work

HALF = Fraction(1, 2)
WORK = 60.0
"""Seconds that listing a scenario may take."""


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
    except Beyond as error:
        return TwinPart(status="unknown", file=file, reason=str(error))
    except Rejected as error:
        return TwinPart(status="refuted", file=file, reason=str(error))
    passive, active = _up(pair.passive(HALF)), pair.active(most_units(first))
    return TwinPart(
        status="proven" if why is None else "refuted",
        file=file,
        certificate=None if why is not None else certificate(first, second, passive, active),
        history_equal=equal,
        common_winner=winner is not None,
        lambda_=str(HALF),
        passive=str(passive),
        active=None if active is None else _part(active),
        reason=why,
    )


def told_apart(first: ScenarioProblem, second: ScenarioProblem) -> ExperimentPart | str | None:
    """The smallest experiment between two scenarios of one form; None if there is none, a text if it is
    not known."""
    if not alike(first, second):
        raise UsageError("twins differ in the numbers of their tables alone", value=second.id)
    try:
        pair = Pair(Finite(first, Work(WORK)), Finite(second, Work(WORK)))
    except Rejected as error:
        return str(error)
    found = pair.active(most_units(first))
    return None if found is None else _part(found)


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
    design = {
        name: value if isinstance(value, bool | str) else int(value)
        for name, value in found.design.items()
    }
    return ExperimentPart(design=design, n=found.n, cut=found.cut, errors=(first, second))


def certificate(
    first: ScenarioProblem,
    second: ScenarioProblem,
    passive: Fraction,
    active: Experiment | None,
) -> dict[str, object]:
    """The claim that two scenarios are twins."""
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
    return write_envelope("scenario", fingerprint(first), first.id, body)
