"""Erratum readings of claimed thresholds and strategies: in which of them what is stored is right.

A release leaves open which designs count, what "optimal" means, and whether its files or its program are
what was meant. Every complaint names the readings that it depends on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from symcause.audits.errata import Reading
from symcause.families.scenario.audits.claimed.claim_findings import OPTIMUM, STRATEGY, SURVIVAL
from symcause.families.scenario.documents.question_documents import (
    BaselinePart,
    ClaimPart,
    ScenarioAudit,
)
from symcause.families.scenario.problem.problem import ScenarioProblem, Space, violations
from symcause.models.number_phrases import fixed

BEYOND = "designs beyond the declared ones, which the released server takes too"
WRITTEN = "the files as they are written, with the numbers that the released program never uses"
RUN = "the released program as it runs"


@dataclass(frozen=True)
class Complaint:
    """Something stored that does not hold, and the readings in which it does or does not."""

    stored: str
    derived: str
    readings: tuple[Reading, ...]
    unless: str | None = None
    threshold: bool = False

    @property
    def about(self) -> str:
        """What is stored, in a word where it is the threshold."""
        return "threshold" if self.threshold else self.stored

    @property
    def right(self) -> bool:
        """Is what is stored right in some reading?"""
        return any(reading.right for reading in self.readings)

    @property
    def refuted(self) -> bool:
        """Is it wrong in every reading?"""
        return all(reading.right is False for reading in self.readings)


def threshold_complaint(problem: ScenarioProblem, document: ScenarioAudit) -> Complaint | None:
    """What is wrong with the threshold."""
    part, word = document.threshold, str(document.verdict)
    stored = "threshold" if part is None else f"threshold {part.value}"
    if word == "invalid" or part is None:
        reading = Reading(name="the model as it is written", right=False)
        return Complaint(stored, word, (reading,), threshold=True) if word == "invalid" else None
    if word == "unreachable":
        readings = tuple(_programs(problem, document, f"the {document.space} designs"))
        best = document.optimum
        unless = None if best is None else f"the threshold were {_floor(best.low)} or less"
        return Complaint(stored, word, readings, unless, threshold=True)
    if word == "trivial":
        return Complaint(stored, word, tuple(_trivial(problem, document)), threshold=True)
    if word == "threshold-off":
        return Complaint(stored, word, tuple(_gaps(problem, document)), threshold=True)
    return None


def _programs(problem: ScenarioProblem, document: ScenarioAudit, designs: str) -> Iterator[Reading]:
    """What a value can be of: the program as it runs, more designs, or the files as they are written."""
    if problem.server is None:
        yield Reading(name=designs, right=False)
        return
    yield Reading(name=f"{designs}, {RUN}", right=False)
    if document.space == Space.DECLARED:
        yield Reading(name=BEYOND)
    if problem.server.unread:
        yield Reading(name=WRITTEN)


def _trivial(problem: ScenarioProblem, document: ScenarioAudit) -> Iterator[Reading]:
    """Trivial by a design that nobody may send is a matter of what may be sent."""
    threshold = Fraction(str(document.threshold.value)) if document.threshold else Fraction(0)
    easy = [b for b in document.baselines if b.in_space is not None and b.design is not None]
    reached = [b for b in easy if Fraction(b.low) >= threshold]
    if not reached or any(b.in_space for b in reached):
        yield Reading(name=f"the {document.space} designs", right=False)
        return
    outside = " and ".join(dict.fromkeys(b.name for b in reached))
    yield Reading(name=f"whatever the released server takes: {outside} among it", right=False)
    sure = all(Fraction(b.high) < threshold for b in easy if b.in_space)
    best = document.optimum is not None and Fraction(document.optimum.low) >= threshold
    rule = _broken(problem, reached)
    yield Reading(
        name=f"the {document.space} designs alone: {outside} is none of them{rule}",
        right=True if sure and best else None,
    )


def _broken(problem: ScenarioProblem, reached: list[BaselinePart]) -> str:
    """The first rule that a design of the history breaks."""
    if all(part.name != "history" for part in reached):
        return ""
    for _, design in problem.policy():
        for broken in violations(problem, design, Space.DECLARED):
            return f" ({broken})"
    return ""


def _gaps(problem: ScenarioProblem, document: ScenarioAudit) -> Iterator[Reading]:
    """What the claimed gap is measured from."""
    part = document.threshold
    yield Reading(name=f"the optimum is the best of the {document.space} designs", right=False)
    for claim in _strategies(document):
        if part is None or part.claimed_gap is None or claim.value is None:
            continue
        ends = [Fraction(end) - Fraction(part.value) for end in (claim.value.low, claim.value.high)]
        low, high = Fraction(part.claimed_gap.low), Fraction(part.claimed_gap.high)
        inside = low <= ends[0] and ends[1] <= high
        outside = ends[1] < low or ends[0] > high
        name = (
            f"the optimum is the strategy that {_who(problem)} calls optimal ({claim.id}), completed by "
            f"defaults: a gap of {fixed(ends[0], 4)}"
        )
        yield Reading(name=name, right=True if inside else False if outside else None)


def _strategies(document: ScenarioAudit) -> Iterator[ClaimPart]:
    seen = []
    for claim in document.claims:
        if claim.kind == STRATEGY and claim.completed not in seen:
            seen.append(claim.completed)
            yield claim


def claim_complaints(problem: ScenarioProblem, document: ScenarioAudit) -> Iterator[Complaint]:
    """What is wrong with what the builders say."""
    for claim in document.claims:
        if claim.status != "false":
            continue
        unless = None
        name = claim.kind if claim.kind == claim.id else f"{claim.kind} {claim.id}"
        if claim.kind == STRATEGY:
            wins = _wins(document, claim)
            readings: tuple[Reading, ...] = (
                Reading(name=f"the best of all {document.space} designs is meant", right=False),
                Reading(name="a strategy that wins is meant", right=wins),
            )
        elif claim.kind == SURVIVAL:
            readings = tuple(_programs(problem, document, "every declared completion"))
        elif claim.kind == OPTIMUM:
            left = set(problem.design) - set(problem.claims.optimum or ())
            text = "what the claim leaves out is as by default" if left else "the design as claimed"
            readings = (Reading(name=text, right=False),)
            unless = "the claim means another design"
        else:
            readings = (Reading(name="the predicate beside the claim", right=False),)
            unless = "the claim says something else than the predicate beside it"
        yield Complaint(name, "false", readings, unless)


def _wins(document: ScenarioAudit, claim: ClaimPart) -> bool | None:
    """Does the strategy, completed by defaults, reach the threshold?"""
    if document.threshold is None or claim.value is None:
        return None
    asked = Fraction(document.threshold.value)
    if Fraction(claim.value.low) >= asked:
        return True
    return False if Fraction(claim.value.high) < asked else None


def _who(problem: ScenarioProblem) -> str:
    return "the file" if problem.server is None else "the release"


def _floor(number: str) -> str:
    return fixed(Fraction(floor(Fraction(number) * 10**4), 10**4), 4)
