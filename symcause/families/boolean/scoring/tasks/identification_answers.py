"""Answers to Boolean identification tasks: unique, or ambiguous with two witnesses.

``{"certification": "UNIQUE"}`` needs nothing more; ``AMBIGUOUS`` needs two witnesses that replay the
training worlds and differ. The published scorer asks whether they differ *as written*
(:mod:`~scoring.release.canonical_form`); whether they are different models is counted beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from symcause.errors import LimitError
from symcause.families.boolean.documents.check_document import WitnessCounts
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.check.funnel import Judged, Stage, judge
from symcause.release_lookup import released_part
from symcause.scoring.abstention_rule import JUSTIFIED
from symcause.scoring.abstention_tables import ABSTAIN, CLAIM, NONE

UNIQUE, AMBIGUOUS = "UNIQUE", "AMBIGUOUS"

TRUE_LABELS = {False: UNIQUE, True: AMBIGUOUS, None: None}
"""What the space says, by whether it holds several models."""

SAME_MODEL = "right by the release, yet both witnesses are the same SCM"

Exact = Callable[[BooleanSCM], bool]


@dataclass(frozen=True)
class Identified:
    """What an answer certifies; where it is not valid, our *reason* and the published *message*."""

    stage: Stage
    certification: str | None = None
    gold: str | None = None
    reason: str | None = None
    message: str | None = None
    counts: WitnessCounts | None = None

    @property
    def valid(self) -> bool:
        return self.stage is Stage.VALID

    @property
    def right(self) -> bool | None:
        """Does it say what gold says? Null where gold says nothing and the answer is valid."""
        if not self.valid:
            return False
        return None if self.gold is None else self.certification == self.gold

    @property
    def false_certainty(self) -> bool | None:
        if self.gold is None or self.stage not in (Stage.VALID, Stage.LEGAL):
            return None
        return self.certification == UNIQUE and self.gold == AMBIGUOUS

    @property
    def remark(self) -> str | None:
        one = self.counts is not None and self.counts.distinct == 1
        return SAME_MODEL if self.right and one else None


def certification_shape(value: Mapping[str, object]) -> bool:
    """``{"certification": "…", …}``."""
    return isinstance(value.get("certification"), str)


def read_certification(value: object) -> str | None:
    """A label without regard to case and outer blanks; None if it is none."""
    word = value.strip().upper() if isinstance(value, str) else None
    return word if word in (UNIQUE, AMBIGUOUS) else None


def identify(problem: BooleanProblem, value: Mapping[str, object], exact: Exact) -> Identified:
    """Judge a decoded answer; *exact* tells whether a model replays the training worlds."""
    said, gold = read_certification(value.get("certification")), problem.certification
    if said is None:
        return Identified(
            Stage.SCHEMA,
            gold=gold,
            reason="certification must be UNIQUE or AMBIGUOUS",
            message="Expected top-level key 'certification' with value UNIQUE or AMBIGUOUS",
        )
    if said == UNIQUE:
        return Identified(Stage.VALID, said, gold)
    witnesses = value.get("witnesses")
    refused = Identified(Stage.SCHEMA, said, gold)
    if not isinstance(witnesses, list | tuple) or len(witnesses) < 2:
        return replace(
            refused,
            reason="AMBIGUOUS needs at least two witnesses",
            message="AMBIGUOUS certification requires at least two witness SCMs",
        )
    for number, witness in enumerate(witnesses, 1):
        if not isinstance(witness, Mapping) or not isinstance(witness.get("mechanisms"), Mapping):
            return replace(
                refused,
                reason=f"witness {number} must be an object with mechanisms",
                message=f"Witness {number} must be an object with a 'mechanisms' map",
            )
    return _ambiguous(refused, [judge(problem, witness) for witness in witnesses], exact)


class _Writings(Protocol):
    """Answers as the published scorer writes them."""

    def of(self, answer: Any) -> tuple[object, ...]: ...


def _ambiguous(refused: Identified, judged: list[Judged], exact: Exact) -> Identified:
    models = [
        (found.answer, found.scm)
        for found in judged
        if found.answer is not None and found.scm is not None
    ]
    good = [(answer, model) for answer, model in models if exact(model)]
    writings: _Writings = released_part("boolean", "Writings")()
    counts = WitnessCounts(
        given=len(judged),
        valid=len(models),
        train_exact=len(good),
        distinct_as_written=len({writings.of(answer) for answer, _ in good}),
        distinct=_different([model for _, model in good]),
    )
    identified = replace(refused, stage=Stage.LEGAL, counts=counts)
    if len(good) < 2:
        return replace(
            identified,
            reason=f"{len(good)} of {len(judged)} witnesses replay the training worlds: two are needed",
            message="AMBIGUOUS certification requires two train-consistent witness SCMs",
        )
    if counts.distinct_as_written < 2:
        return replace(
            identified,
            reason="the witnesses are the same as written",
            message="Witness SCMs must be canonically distinct",
        )
    return replace(identified, stage=Stage.VALID)


def _different(models: list[BooleanSCM]) -> int | None:
    """How many different models there are: other roots or another local function; None if out of reach."""
    found: list[BooleanSCM] = []
    try:
        for model in models:
            if not any(model.roots == m.roots and not model.changed(m) for m in found):
                found.append(model)
    except LimitError:
        return None
    return len(found)


def certified_kind(line: Mapping[str, object]) -> tuple[str, bool | None, str | None]:
    """Of a scored answer: claim or abstention, whether the question is open, and whether that agrees.

    ``UNIQUE`` is the claim, ``AMBIGUOUS`` the abstention.
    """
    said = line.get("certification") if line.get("valid") else None
    kind = {UNIQUE: CLAIM, AMBIGUOUS: ABSTAIN}.get(str(said), NONE)
    known = {UNIQUE: False, AMBIGUOUS: True}.get(str(line.get("certification_true")))
    agrees = known is not None and (kind == ABSTAIN) == known
    return kind, known, JUSTIFIED if agrees else None
