"""Verdict sentences of ShapeWorld audits: what a verdict rests on, in words."""

from __future__ import annotations

from symcause.families.shapeworld.problem.problem import NO, YES, ShapeWorldProblem
from symcause.families.shapeworld.problem.verdict_kinds import TranscriptVerdict
from symcause.families.shapeworld.problem.world_classes import WorldClass
from symcause.families.shapeworld.space.any_start.reading_choice import StartReading
from symcause.families.shapeworld.space.any_start.steps_space import Breach
from symcause.models.number_phrases import whole


def sentence(problem: ShapeWorldProblem, scope: WorldClass, read: StartReading) -> str:
    """What a verdict rests on."""
    told = _verdict(problem, scope, read)
    return f"{told} {conflict(problem, read)}" if read.conflicts else told


def _verdict(problem: ShapeWorldProblem, scope: WorldClass, read: StartReading) -> str:
    verdict, count = read.verdict, read.history.last.count
    seen = "the steps" if read.of_steps else "what was seen"
    if verdict in (TranscriptVerdict.YES, TranscriptVerdict.NO):
        return f"{_settled(problem, verdict is TranscriptVerdict.YES, count, seen)}."
    if verdict is TranscriptVerdict.UNDECIDABLE:
        return (
            f"something hidden drives {problem.effect} in every world that fits what was seen: no action "
            "will ever decide the question."
        )
    if verdict is TranscriptVerdict.OPEN:
        if problem.initial is None:
            return "nothing was seen."
        left = "the relations" if count is None else f"the {whole(count)} relations"
        told = f"{problem.cause} makes {problem.effect} move in some of {left}"
        return f"{told} that fit {seen}, in others it does not."
    if verdict is TranscriptVerdict.INCONSISTENT:
        place = step_words(read.history.impossible_at or 0)
        return f"after {place} no world of the class {scope} is left."
    if verdict is TranscriptVerdict.INVALID:
        assert read.wrong is not None
        return f"the true world does not show {step_words(read.wrong.step)}: {read.wrong.reason}."
    if verdict is TranscriptVerdict.OUTSIDE:
        return f"the true world is not in the class {scope}."
    return "not known."


def _settled(problem: ShapeWorldProblem, yes: bool, count: int | None, seen: str) -> str:
    """In which of the members that are left the cause makes the effect move."""
    fact = f"{problem.cause} {'makes' if yes else 'does not make'} {problem.effect} move"
    if count == 1:
        return f"{fact} in the one relation that fits {seen}"
    if count is None:
        return f"{fact} in {'every' if yes else 'any'} relation that fits {seen}"
    which = f"all {whole(count)}" if yes else f"any of the {whole(count)}"
    return f"{fact} in {which} relations that fit {seen}"


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
