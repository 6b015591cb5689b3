"""The answer that a log ends with, scored as any other, and held against what the run had read by then."""

from __future__ import annotations

import json

from msgspec.structs import replace

from symcause.families.linear.audits.trajectory import trajectory
from symcause.families.linear.documents.score import LinearScore
from symcause.families.linear.files.causalab_log_writing import write_hypothesis
from symcause.families.linear.files.causalab_run import run_of
from symcause.families.linear.files.run_folder import RunFiles
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.scoring.answers import score_answer


def score_log(problem: LinearProblem, text: str, model: str) -> LinearScore:
    """The last hypothesis and the submitted target of a run."""
    run = run_of(RunFiles.of(text), problem, "log", lambda own: own)
    steps, found = run.steps, trajectory(run.problem, run.steps)
    stated = [step.hypothesis for step in steps if step.hypothesis is not None]
    answer = json.dumps({"hypothesis": write_hypothesis(stated[-1])}) if stated else ""
    score = score_answer(found.problem, answer, model=model)
    return replace(
        score,
        problem=problem.id,
        reason=score.reason if stated else "the log states no hypothesis",
        target_exact=found.answer is not None and found.answer == found.truth,
        target_within=found.right is True,
        final_graphs=found.graphs,
        support=found.support,
    )
