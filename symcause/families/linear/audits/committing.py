"""What a run knew when it committed: how much of its budget was left, and what its data left open.

A run commits where it answers, else at the last step that can be read. Its last hypothesis is held against
the data collected before it, and so is the target's equation in it, reading by reading.
"""

from __future__ import annotations

from collections.abc import Sequence

from symcause.answers import Unknown
from symcause.families.linear.audits.trajectory import Trajectory
from symcause.families.linear.documents.score import CommittedPart
from symcause.families.linear.files.causalab_run import RunLog, spoken
from symcause.families.linear.problem.log import StepRecord
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.problem.replay import readings
from symcause.families.linear.space.fitting import fits
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
    found = fits(problem, hypothesis)
    return None if isinstance(found, Unknown) else found.fits


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
