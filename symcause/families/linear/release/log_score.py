"""The log score: the last answer in a released linear log, and what the run knew at its end.

The hypothesis is the last one of the run that says anything. Whether it was a success the environment says
in its score card; without one, a setting less than 5 from the truth is. Without either, as in a log that
stands by itself and never came to the reactor, nobody knows.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.families.linear.audits.log.run_outcomes import run_part
from symcause.families.linear.audits.log.situation import imec_size
from symcause.families.linear.audits.log.trajectory import Trajectory, trajectory
from symcause.families.linear.audits.verdict.open_question import of_run
from symcause.families.linear.documents.score_document import CommittedPart, LinearScore
from symcause.families.linear.problem.evidence_replay import readings
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.problem.step_records import StepRecord
from symcause.families.linear.release.run_folder import RunFiles
from symcause.families.linear.release.run_log import RunLog, run_of, spoken
from symcause.families.linear.scoring.answer_claims import ClaimedModel, claim_of
from symcause.families.linear.scoring.answer_score import score_claim
from symcause.families.linear.space.hypothesis_fit import fits
from symcause.models.exact_numbers import print_number
from symcause.models.hypotheses import Hypothesis


def committed(
    run: RunLog, found: Trajectory, hypothesis: Hypothesis | None
) -> CommittedPart | None:
    """How the run committed, with its last *hypothesis*; None if no step of it can be read."""
    if found.commitment is None:
        return None
    steps, commitment = run.steps, found.commitment
    at = next(i for i, part in enumerate(found.steps) if part.step == commitment.step)
    end = found.steps[at]
    # The last word may stand in another file than the steps: then it was the word at the end.
    wrote = (i for i in reversed(range(len(steps))) if spoken(steps[i].stated) == run.last_word)
    before = found.moments[next(wrote, at)]
    return CommittedPart(
        unused=_unused(steps, found.problem, end.interventions),
        fits=_fits(before, hypothesis),
        misfit=misfit(before, hypothesis),
        graphs=end.graphs,
        entailed=end.target.entailed,
    )


def _fits(problem: LinearProblem, hypothesis: Hypothesis | None) -> bool | None:
    if hypothesis is None or not problem.has_evidence:
        return None
    fit = fits(problem, hypothesis)
    return None if isinstance(fit, Unknown) else fit.fits


def _unused(steps: Sequence[StepRecord], problem: LinearProblem, used: int) -> float | None:
    """The share of the interventions that the environment allows, or that the problem states."""
    told = [step.reply.allowed for step in steps if step.reply.allowed is not None]
    stated = None if problem.episode is None else problem.episode.budget
    allowed = told[-1] if told else stated
    return max(0.0, 1 - used / allowed) if allowed else None


def misfit(problem: LinearProblem, hypothesis: Hypothesis | None) -> float | None:
    """The mean distance of the target's equation from the target as read, parents as read too."""
    partial = None if hypothesis is None else hypothesis.equation
    if partial is None or not partial.complete or problem.target in problem.controllable:
        return None
    equation, target = partial.equation(), problem.target
    if not {target, *equation.parents} <= set(problem.variables) - set(problem.unobserved):
        return None
    apart = [abs(equation(values) - values[target]) for _, values in readings(problem)]
    return float(sum(apart) / len(apart)) if apart else None


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
