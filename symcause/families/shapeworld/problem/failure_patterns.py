"""Failure patterns: how a wrong answer to a ShapeWorld problem came about.

No labelling program was released, so the rules below are read from the paper's descriptions; the first
that fits counts. Said no although it is yes: *illusive confounder* if the transcript proves yes; *root
cause* if all shapes stand still at the end; *reverse collider* if at some time the cause stood still
while the effect moved. Said yes although it is no: *correlation* if both do the same at the end.
"""

from __future__ import annotations

from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.problem.transcript_evidence import last_state, seen
from symcause.families.shapeworld.problem.verdict_kinds import Pattern, TranscriptVerdict


def pattern(problem: ShapeWorldProblem, verdict: TranscriptVerdict) -> Pattern | None:
    """The pattern of a wrong answer; None if the answer is not known to be wrong."""
    said, truth, last = problem.given, problem.right, last_state(problem)
    if said is None or truth is None or said == truth or last is None:
        return None
    cause, effect = problem.asked
    if said:
        same = last >> cause & 1 == last >> effect & 1
        return Pattern.CORRELATION if same else Pattern.OTHER
    if verdict is TranscriptVerdict.YES:
        return Pattern.ILLUSIVE
    if last == 0:
        return Pattern.ROOT_CAUSE
    assert problem.initial is not None
    states = [problem.mask(problem.initial), *(line.after for line in seen(problem))]
    if any(not state >> cause & 1 and state >> effect & 1 for state in states):
        return Pattern.REVERSE
    return Pattern.OTHER
