"""The run view in a ShapeWorld report: how a scored run ended, and what it left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log2
from shlex import quote

from symcause.audits.story import Tone
from symcause.families.shapeworld.audits.verdict_sentences import WORDS
from symcause.families.shapeworld.documents.score_document import LeftPart, ShapeWorldScore
from symcause.families.shapeworld.problem.verdict_kinds import Support, TranscriptVerdict
from symcause.models.number_phrases import number_of, plural
from symcause.reports.figures.steps.space_descent import Descent, Moment
from symcause.reports.figures.steps.step_columns import Column
from symcause.reports.views.run_record import ToldRun

_GROUNDS = {
    Support.JUSTIFIED: "what it saw settles the question",
    Support.REFUTED: "what it saw rules the answer out",
    Support.UNSUPPORTED: "what it saw leaves both answers open",
}


def run_record(score: ShapeWorldScore) -> ToldRun | None:
    """The run that ended with an answer; None where others answer about a transcript."""
    if not score.course:
        return None
    left = [part.relations for part in score.course]
    return ToldRun(
        score.problem,
        score.problem,
        score.model,
        _word(score),
        _tone(score),
        _headline(score),
        right=score.right,
        steps=score.interventions,
        unit="relations",
        count=left[-1],
        left=left,
        descent=Descent(moments_of(score.course), "relations", score.decided_at),
        facts=tuple(_facts(score)),
        next=(
            f"see every step: symcause audit PROBLEM --id {quote(score.problem)}"
            f" --html {quote(score.problem)}.html",
        ),
        columns={
            "support": score.support,
            "answer": score.answer,
            "structure": score.structure,
            "pattern": score.pattern,
            "interventions": score.interventions,
            "settled at step": score.decided_at,
            "beyond the shortest proof": score.excess,
        },
    )


def _word(score: ShapeWorldScore) -> str:
    if score.abstained:
        return "abstained"
    if score.answer is None:
        return "no answer"
    if score.lucky:
        return "right by luck"
    return {True: "right", False: "wrong", None: "answered"}[score.right]


def _tone(score: ShapeWorldScore) -> Tone:
    if score.right is None:
        return Tone.UNKNOWN
    return Tone.BAD if not score.right else Tone.SOME if score.lucky else Tone.GOOD


def _headline(score: ShapeWorldScore) -> str:
    word, steps = _word(score), score.interventions
    after = f"after {plural(steps, 'intervention')}" if steps else "without an intervention"
    why = None if score.support is None else _GROUNDS.get(Support(score.support))
    why = why or WORDS[TranscriptVerdict(score.verdict)].run or None
    text = f"{word[0].upper()}{word[1:]} {after}"
    return text if why is None else f"{text}: {why}"


def _facts(score: ShapeWorldScore) -> Iterator[tuple[str, str]]:
    yield "player", score.model
    yield "answer", "none" if score.answer is None else score.answer
    if score.truth is not None:
        yield "true answer", score.truth
    if score.decided_at is not None:
        at = f"after step {score.decided_at}" if score.decided_at else "before the first step"
        yield "settled", at
    if score.shortest_proof is not None:
        yield "shortest proof", plural(score.shortest_proof, "intervention")
    useless = score.kinds.wasted + score.kinds.void
    if score.interventions:
        yield "taught nothing", f"{useless} of {plural(score.interventions, 'intervention')}"


def moments_of(course: Sequence[LeftPart]) -> list[Moment]:
    """What every intervention left."""
    return [_moment(part) for part in course]


def _moment(part: LeftPart) -> Moment:
    many = part.relations
    words = f"{part.action}: {number_of(many, 'an unknown number of')} relations left"
    bits = None if not many else (log2(many), log2(many))
    count = None if many is None else number_of(many)
    return Moment(Column(part.action, words), bits, count, empty=many == 0)
