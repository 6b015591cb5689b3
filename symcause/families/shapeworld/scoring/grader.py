"""The grader of ShapeWorld yes-no answers by a certificate, without a solver."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.problem.reply_reader import read_answer
from symcause.families.shapeworld.scoring.abstention import heard
from symcause.families.shapeworld.scoring.answer_text import answer_text
from symcause.scoring.answer_grades import ABSTENTION, Graded

_OPEN = {"settled": False, "open": True}


@dataclass(frozen=True)
class ShapeWorldGrader:
    """Grades answers to one problem."""

    problem: ShapeWorldProblem
    is_open: bool

    @property
    def oracle(self) -> str:
        return ABSTENTION if self.is_open else answer_text(self.problem, self.problem.right)

    def grade(self, text: str) -> Graded:
        said = heard(text)
        right = read_answer(text) == self.problem.right if said.claims else None
        return Graded(said, right, self.is_open)


def grader(problem: ShapeWorldProblem, claim: Mapping[str, object]) -> ShapeWorldGrader | None:
    """The grader of a problem whose certificate claims this; None if that decides nothing."""
    is_open = _OPEN.get(str(claim.get("name")))
    return None if is_open is None or problem.right is None else ShapeWorldGrader(problem, is_open)
