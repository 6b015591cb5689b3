"""The answer that a log ends with, scored as any other, and held against what the run had read by then.

The hypothesis is the last one of the run that says anything. Whether it was a success the environment says
in its score card; without one, a setting less than 5 from the truth is. Without either, as in a log that
stands by itself and never came to the reactor, nobody knows.
"""

from __future__ import annotations

from msgspec.structs import replace

from symcause.families.linear.audits.committing import committed
from symcause.families.linear.audits.openness import of_run
from symcause.families.linear.audits.runs import run_part
from symcause.families.linear.audits.situations import imec_size
from symcause.families.linear.audits.trajectory import trajectory
from symcause.families.linear.documents.score import LinearScore
from symcause.families.linear.files.causalab_run import run_of
from symcause.families.linear.files.run_folder import RunFiles
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.scoring.answering import ClaimedModel, claim_of
from symcause.families.linear.scoring.answers import score_claim
from symcause.models.numbers import print_number


def score_log(problem: LinearProblem, text: str, model: str, log: str = "") -> LinearScore:
    """The last hypothesis and the submitted target of a run."""
    run = run_of(RunFiles.of(text), problem, "log", lambda own: own)
    found = trajectory(run.problem, run.steps, advised=False)
    claim = ClaimedModel(reason="the log states no hypothesis")
    if run.last_word is not None:
        claim = claim_of(found.problem, run.last_word)
    score = score_claim(found.problem, claim, model=model)
    unknown = found.truth is None
    right = run.completed if run.completed is not None or unknown else found.right is True
    part = run_part(log, model, found, run.last_word)
    return replace(
        score,
        problem=problem.id,
        target_exact=None if unknown else found.answer == found.truth,
        target_within=right,
        final_graphs=found.graphs,
        submitted=None if found.answer is None else print_number(found.answer),
        imec=imec_size(found.problem),
        commitment=committed(run, found, claim.hypothesis),
        run=replace(part, right=None if part.right is None and not right else right),
        **of_run(found),
    )
