"""What a verdict about a transcript rests on, in one sentence; the verdict itself stands before it."""

from __future__ import annotations

from symcause.families.shapeworld.problem.classes import WorldClass
from symcause.families.shapeworld.problem.evidence import Mismatch
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.problem.verdicts import Verdict
from symcause.models.words import whole


def sentence(
    problem: ShapeWorldProblem,
    scope: WorldClass,
    verdict: Verdict,
    count: int | None,
    wrong: Mismatch | None,
    impossible_at: int | None,
) -> str:
    """What a verdict rests on."""
    pair = f"{problem.cause} < {problem.effect}"
    if verdict in (Verdict.YES, Verdict.NO):
        return f"{_settled(pair, verdict is Verdict.YES, count)}."
    if verdict is Verdict.OPEN:
        if problem.initial is None:
            return "nothing was seen."
        left = "the relations" if count is None else f"the {whole(count)} relations"
        return f"some of {left} that show this have {pair}, some do not."
    if verdict is Verdict.INCONSISTENT:
        return f"after {_step(impossible_at or 0)} no world of the class {scope} is left."
    if verdict is Verdict.INVALID:
        assert wrong is not None
        return f"the true world does not show {_step(wrong.step)}: {wrong.reason}."
    if verdict is Verdict.OUTSIDE:
        return f"the true world is not in the class {scope}."
    return "not known."


def _settled(pair: str, yes: bool, count: int | None) -> str:
    """In which of the members that are left a pair is."""
    if count is None:
        return f"{pair} in {'every' if yes else 'no'} relation that shows this"
    if count == 1:
        return f"{'' if yes else 'not '}{pair} in the one relation that shows this"
    which = f"all {whole(count)}" if yes else f"none of the {whole(count)}"
    return f"{pair} in {which} relations that show this"


def _step(number: int) -> str:
    return f"step {number}" if number else "the start"
