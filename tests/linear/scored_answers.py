"""The score of an answer as a text, without a run."""

from __future__ import annotations

from symcause.families.linear.documents.score_document import LinearScore
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.scoring.abstention import heard
from symcause.families.linear.scoring.answer_score import score_claim


def score_answer(problem: LinearProblem, text: str) -> LinearScore:
    return score_claim(problem, heard(problem, text)[0], model=None)
