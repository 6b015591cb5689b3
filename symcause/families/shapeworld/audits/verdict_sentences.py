"""Verdict sentences of ShapeWorld audits: what a verdict rests on, in words.

Terminal, pages, runs and checks have their words about a verdict from :data:`WORDS`.
"""

from __future__ import annotations

from symcause.audits.story import Tone
from symcause.audits.verdicts import VerdictWords
from symcause.families.shapeworld.problem.problem import NO, YES, ShapeWorldProblem
from symcause.families.shapeworld.problem.verdict_kinds import TranscriptVerdict
from symcause.families.shapeworld.problem.world_classes import WorldClass
from symcause.families.shapeworld.space.any_start.reading_choice import StartReading
from symcause.families.shapeworld.space.any_start.steps_space import Breach
from symcause.models.number_phrases import whole


class TranscriptWords(VerdictWords, frozen=True):
    """How the verdict about a transcript reads; its headline stands alone, without the title."""

    fact: str = ""  # what is so, after "Settled:" and other beginnings
    page: str = ""  # the sentence below the question on a page
    run: str = ""  # why nothing is said for or against the answer of a run
    check: str = ""  # and against an answer that is checked


WORDS: dict[TranscriptVerdict, TranscriptWords] = {
    TranscriptVerdict.YES: TranscriptWords(
        "Yes",
        "{cause} makes {effect} move in {where}.",
        Tone.GOOD,
        headline="Settled: {fact}",
        fact="{cause} makes {effect} move",
        page="In all {many}relations that fit {seen}, it does.",
    ),
    TranscriptVerdict.NO: TranscriptWords(
        "No",
        "{cause} does not make {effect} move in {where}.",
        Tone.GOOD,
        headline="Settled: {fact}",
        fact="{cause} does not make {effect} move",
        page="In none of the {many}relations that fit {seen}, it does.",
    ),
    TranscriptVerdict.OPEN: TranscriptWords(
        "Open",
        "{cause} makes {effect} move in some of {where}, in others it does not.",
        Tone.SOME,
        headline="Open: either answer fits",
        page="In some of the {many}relations that fit {seen} it does, in others not.",
    ),
    TranscriptVerdict.UNDECIDABLE: TranscriptWords(
        "Undecidable",
        "something hidden drives {effect} in every world that fits what was seen: no action "
        "will ever decide the question.",
        Tone.GOOD,
        headline="Settled: {fact}",
        fact="something hidden drives {effect}, nothing will ever show the rest",
    ),
    TranscriptVerdict.INCONSISTENT: TranscriptWords(
        "Inconsistent",
        "after {place} no world of the class {scope} is left.",
        Tone.BAD,
        headline="Impossible: no world shows this",
        run="no world shows what it saw",
        check="no world shows the transcript",
    ),
    TranscriptVerdict.INVALID: TranscriptWords(
        "Invalid",
        "the true world does not show {place}: {reason}.",
        Tone.BAD,
        headline="Invalid: not a log of this world",
        run="its world does not show what it saw",
        check="the log is not of the true world",
    ),
    TranscriptVerdict.OUTSIDE: TranscriptWords(
        "Gold outside the class",
        "the true world is not in the class {scope}.",
        Tone.BAD,
        headline="The true world is outside the class",
        run="its world is outside the class",
        check="the true world is outside the class {scope}",
    ),
    TranscriptVerdict.UNKNOWN: TranscriptWords(
        "Unknown", "not known.", Tone.UNKNOWN, headline="Unknown"
    ),
}
"""Every verdict about a transcript, in words."""

UNSEEN = "nothing was seen."
"""Why a question is open before anything was shown."""

ONE_RELATION = {
    TranscriptVerdict.YES: "In the one relation that fits {seen}, it does.",
    TranscriptVerdict.NO: "In the one relation that fits {seen}, it does not.",
}
"""What a page says where one relation is left."""


def sentence(problem: ShapeWorldProblem, scope: WorldClass, read: StartReading) -> str:
    """What a verdict rests on."""
    verdict = _verdict(problem, scope, read)
    return f"{verdict} {conflict(problem, read)}" if read.conflicts else verdict


def _verdict(problem: ShapeWorldProblem, scope: WorldClass, read: StartReading) -> str:
    verdict, count = read.verdict, read.history.last.count
    if verdict is TranscriptVerdict.OPEN and problem.initial is None:
        return UNSEEN
    place, reason = step_words(read.history.impossible_at or 0), ""
    if verdict is TranscriptVerdict.INVALID:
        assert read.wrong is not None
        place, reason = step_words(read.wrong.step), read.wrong.reason
    return WORDS[verdict].sentence.format(
        cause=problem.cause,
        effect=problem.effect,
        where=_where(verdict, count, "the steps" if read.of_steps else "what was seen"),
        place=place,
        reason=reason,
        scope=scope,
    )


def _where(verdict: TranscriptVerdict, count: int | None, seen: str) -> str:
    """The members that are left, of which a fact is told."""
    if verdict is TranscriptVerdict.OPEN:
        return f"the {'' if count is None else f'{whole(count)} '}relations that fit {seen}"
    if count == 1:
        return f"the one relation that fits {seen}"
    yes = verdict is TranscriptVerdict.YES
    if count is None:
        return f"{'every' if yes else 'any'} relation that fits {seen}"
    return f"{'all' if yes else 'any of the'} {whole(count)} relations that fit {seen}"


def standing_words(verdict: TranscriptVerdict | None) -> str:
    """How the question stands at a moment; None: no world shows it."""
    if verdict is None:
        return "no world is left"
    return str(verdict) if verdict is TranscriptVerdict.OPEN else f"settled: {verdict}"


def step_words(number: int) -> str:
    """A step by its number; 0 is the start."""
    return f"step {number}" if number else "the start"


def conflict(problem: ShapeWorldProblem, read: StartReading) -> str:
    """That the start conflicts with all that follows, and where."""
    key = {True: f" and has the key {YES}", False: f" and has the key {NO}", None: ""}[
        problem.right
    ]
    return (
        f"The steps alone are judged, because no world whose start is closed shows the log{key}: "
        f"at the start {breach_words(read.breaches)}."
    )


def breach_words(breaches: tuple[Breach, ...]) -> str:
    """Who moves at the start although an effect does not.

    >>> breach_words((("circle", "star", True), ("square", "star", True), ("circle", "square", False)))
    'circle moves, its effect star does not; square moves, its effect star does not'
    >>> breach_words((("circle", "star", False), ("circle", "square", False)))
    'circle moves, but not its effect star, or circle moves, but not its effect square'
    """
    sure = [f"{x} moves, its effect {y} does not" for x, y, always in breaches if always]
    return "; ".join(sure) or ", or ".join(
        f"{x} moves, but not its effect {y}" for x, y, _ in breaches
    )
