"""The answer that a log ends with, scored as any other, and held against what the run had read by then."""

from __future__ import annotations

import json

from msgspec.structs import replace

from symcause.families.linear.audits.trajectory import trajectory
from symcause.families.linear.documents.score import LinearScore
from symcause.families.linear.files.causalab_log import read_steps
from symcause.families.linear.files.causalab_log_writing import write_hypothesis
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.scoring.answers import score_answer
from symcause.models.numbers import print_number


def score_log(problem: LinearProblem, text: str, model: str) -> LinearScore:
    """The last hypothesis and the submitted target of a run."""
    steps = read_steps(text, "log", problem)
    found = trajectory(problem, steps)
    stated = [step.hypothesis for step in steps if step.hypothesis is not None]
    answer: dict[str, object] = {"hypothesis": write_hypothesis(stated[-1])} if stated else {}
    if found.answer is not None:
        answer["prediction"] = print_number(found.answer)
    score = score_answer(found.problem, json.dumps(answer), model=model)
    return replace(
        score,
        problem=problem.id,
        final_graphs=found.steps[-1].graphs,
        support=found.support,
    )
