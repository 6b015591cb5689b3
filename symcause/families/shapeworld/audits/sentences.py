"""A verdict about a transcript in one sentence."""

from __future__ import annotations

from symcause.audits.words import plural
from symcause.families.shapeworld.audits.verdicts import Verdict
from symcause.families.shapeworld.problem.evidence import Mismatch
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem


def sentence(
    problem: ShapeWorldProblem,
    verdict: Verdict,
    count: int | None,
    wrong: Mismatch | None,
    impossible_at: int | None,
) -> str:
    """The verdict, and what it rests on."""
    left = "the relations" if count is None else plural(count, "relation")
    pair = f"{problem.cause} < {problem.effect}"
    if verdict is Verdict.YES:
        return f"Yes, proved: {pair} in all of {left} that show this."
    if verdict is Verdict.NO:
        return f"No, proved: {pair} in none of {left} that show this."
    if verdict is Verdict.OPEN:
        if problem.initial is None:
            return "Open: nothing was seen."
        return f"Open: {left} show this, some with {pair} and some without."
    if verdict is Verdict.INCONSISTENT:
        return f"Inconsistent: after {_step(impossible_at or 0)} no world of the class is left."
    if verdict is Verdict.INVALID:
        assert wrong is not None
        return f"Invalid: the true world does not show {_step(wrong.step)}: {wrong.reason}."
    if verdict is Verdict.OUTSIDE:
        return "The true world is not in the class."
    return "Unknown."


def _step(number: int) -> str:
    return f"step {number}" if number else "the start"
