"""The trajectory of a linear log: what was settled and what the agent claimed at each step.

For every step of a log: how many graphs and models the evidence of that step leaves, the size of the
interventional Markov equivalence class of the true graph for the targets used so far (three different
numbers), whether the hypothesis fits the data collected so far, and its metrics against gold.

*Premature commitment*: the last step's hypothesis contradicts the data already collected, or the reactor's
target was not entailed yet. *Wasted intervention*: one after which graphs, models and the range of the
target are what they were before. The *answer*, a setting of the reactor, is right if it is less than 5 from
the truth (as released); it is *justified* if every member's prediction is as near to it, *refuted* if none
can be, else *unsupported*; right and unsupported is *lucky*. *Decided at*: the first step whose evidence
entails the target (without a reactor: leaves one graph).

What the evidence of a step is, its notes tell (:mod:`~audits.log.note_evidence`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from msgspec import structs

from symcause.answers import Unknown
from symcause.families.linear.audits.log.evidence_history import Moment
from symcause.families.linear.audits.log.hindsight import true_model
from symcause.families.linear.audits.log.intervention_gains import interventions
from symcause.families.linear.audits.log.note_evidence import evidence_of_steps
from symcause.families.linear.audits.log.situation import Situation, Situations
from symcause.families.linear.documents.metrics_part import MetricsPart
from symcause.families.linear.documents.target_part import ReactorPart
from symcause.families.linear.documents.trajectory_part import (
    CommitmentPart,
    InterventionPart,
    StepPart,
)
from symcause.families.linear.problem.evidence_replay import reactor_target
from symcause.families.linear.problem.hypothesis_metrics import (
    PUBLISHED_TARGET_TOLERANCE,
    compare,
    is_near,
)
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.problem.raw_hypothesis import Stated
from symcause.families.linear.problem.step_records import StepRecord
from symcause.families.linear.space.hypothesis_fit import fits
from symcause.families.linear.space.target_range import TargetRange
from symcause.models.exact_numbers import print_number
from symcause.scoring.abstention_rule import SILENT, Said


@dataclass(frozen=True)
class Trajectory:
    """The audit of a log."""

    steps: tuple[StepPart, ...]
    interventions: tuple[InterventionPart, ...]
    commitment: CommitmentPart | None
    problem: LinearProblem  # with the evidence of the last step
    answer: Fraction | None = None
    truth: Fraction | None = None
    support: str | None = None
    decided_at: int | None = None
    surplus: int | None = None
    refused: tuple[str, ...] = ()
    graphs: int | None = None  # left in the end
    said: Said = SILENT
    moment: LinearProblem | None = None  # as it stood where it was answered
    standing: Situation | None = None  # what that left
    moments: tuple[LinearProblem, ...] = ()  # the evidence of every step

    @property
    def right(self) -> bool | None:
        if self.answer is None or self.truth is None:
            return None
        return is_near(self.answer, self.truth, PUBLISHED_TARGET_TOLERANCE)

    @property
    def regret(self) -> float | None:
        """Over all interventions; None if it is not known of one of them."""
        return _total([part.regret for part in self.interventions])

    @property
    def regret_low(self) -> float | None:
        """It is at least so much; None if one of the interventions has no bound."""
        return _total([part.regret_low for part in self.interventions])

    @property
    def regret_high(self) -> float | None:
        """It is at most so much."""
        return _total([part.regret_high for part in self.interventions])

    @property
    def lucky(self) -> bool | None:
        if self.right is None or self.support is None:
            return None
        return self.right and self.support == "unsupported"


def _total(parts: Sequence[float | None]) -> float | None:
    known = [part for part in parts if part is not None]
    return sum(known, 0.0) if len(known) == len(parts) else None


def trajectory(
    problem: LinearProblem,
    steps: Sequence[StepRecord],
    *,
    tolerance: Fraction = Fraction(0),
    advised: bool = True,
) -> Trajectory:
    """What was settled at every step, what every intervention brought, how the agent committed.

    *advised*: what would have been better is looked for, which takes a search.
    """
    history = evidence_of_steps(problem, steps)
    known = Situations()
    stories = [
        _step(step, moment, known.of(moment.problem), tolerance)
        for step, moment in zip(steps, history.moments, strict=True)
    ]
    final = history.final
    brought = tuple(interventions(final, known, advised))
    answered = next(
        (i for i in reversed(range(len(steps))) if steps[i].prediction is not None), None
    )
    answer = None if answered is None else steps[answered].prediction
    support, said = None, _said(steps, answered)
    if said.abstained:
        answered = max(i for i, step in enumerate(steps) if step.readable)
    moment = None if answered is None else history.moments[answered].problem
    standing = None if moment is None else known.of(moment)
    if standing is not None and answer is not None:
        support = supported(answer, standing.target)
    decided = next((part for part in stories if _decided(part, final)), None)
    return Trajectory(
        tuple(stories),
        brought,
        _commitment(steps, stories, support),
        final,
        answer,
        _truth(final),
        support,
        None if decided is None else decided.step,
        None if decided is None else len(final.acts) - decided.interventions,
        history.refused,
        known.of(final).graphs,
        said,
        moment,
        standing,
        tuple(each.problem for each in history.moments),
    )


def _said(steps: Sequence[StepRecord], answered: int | None) -> Said:
    """Does the run end with a claim, or does its last record say that nobody can tell?"""
    last = next((step for step in reversed(steps) if step.readable), None)
    doubt = last is not None and last.abstains
    return Said(answered is not None, doubt, last.alternatives if last is not None else None)


def supported(
    answer: Fraction,
    target: TargetRange | Unknown | None,
    tolerance: Fraction = PUBLISHED_TARGET_TOLERANCE,
) -> str | None:
    """Do all members agree with an answer, none, or some?"""
    if not isinstance(target, TargetRange):
        return None
    low, high = target.low, target.high
    reached = [end is not None and is_near(answer, end, tolerance) for end in (low, high)]
    if all(reached):
        return "justified"
    below = low is not None and low > answer and not reached[0]
    above = high is not None and high < answer and not reached[1]
    return "refuted" if below or above else "unsupported"


def _decided(part: StepPart, problem: LinearProblem) -> bool:
    return part.graphs == 1 if problem.reactor is None else part.target.entailed is True


def _truth(problem: LinearProblem) -> Fraction | None:
    """The reactor's true target."""
    if problem.gold is None or problem.gold.reactor_target is not None:
        return None if problem.gold is None else problem.gold.reactor_target
    model = true_model(problem)
    return None if model is None else reactor_target(problem, model)


def _step(step: StepRecord, moment: Moment, now: Situation, tolerance: Fraction) -> StepPart:
    """Everything about one step."""
    problem, target = moment.problem, now.target
    bounds = target if isinstance(target, TargetRange) else None
    part = StepPart(
        step=step.step,
        records=len(problem.records),
        interventions=len(problem.acts),
        graphs=now.graphs,
        models=now.models,
        imec=now.imec,
        target=ReactorPart(
            low=_shown(bounds.low) if bounds else None,
            high=_shown(bounds.high) if bounds else None,
            entailed=bounds.entailed(tolerance) if bounds else None,
        ),
        error=step.error,
        unmatched=moment.unmatched,
        remarks=(*step.remarks, *moment.remarks),
        experiment=None if step.submitted is None else str(step.submitted),
        prediction=None if step.prediction is None else print_number(step.prediction),
    )
    return _claimed(part, step, problem)


def _claimed(part: StepPart, step: StepRecord, problem: LinearProblem) -> StepPart:
    """The same with what the step claims."""
    hypothesis, stated = step.hypothesis, None
    if step.stated is not None:
        stated = Stated.read(step.stated, problem.target)
    elif hypothesis is not None:
        stated = Stated.of(hypothesis)
    if stated is None:
        return part
    part = structs.replace(
        part, edges=tuple(f"{a}->{b}" for a, b in stated.edges), objections=step.objections
    )
    if problem.has_evidence and hypothesis is not None:
        verdict = fits(problem, hypothesis)
        if not isinstance(verdict, Unknown):
            against = (*part.objections, *map(str, verdict.objections))
            part = structs.replace(part, fits=verdict.fits, objections=against)
    model = true_model(problem)
    if model is None:
        return part
    metrics = compare(stated, model, problem.target, problem.family)
    return structs.replace(part, metrics=MetricsPart.of(metrics))


def _shown(value: Fraction | None) -> str | None:
    return None if value is None else print_number(value)


def _commitment(
    steps: Sequence[StepRecord], stories: Sequence[StepPart], support: str | None
) -> CommitmentPart | None:
    """Whether the agent committed too early, and why: where it answered, else at the last step read."""
    readable = [i for i, step in enumerate(steps) if step.readable]
    if not readable:
        return None
    answered = [i for i in readable if steps[i].prediction is not None]
    last = stories[answered[-1] if answered else readable[-1]]
    reasons: list[str] = []
    if last.fits is False:
        reasons.append("the hypothesis contradicts the data collected so far")
    if last.target.entailed is False:
        reasons.append("the reactor's target is not entailed by the data collected so far")
    if support == "refuted":
        reasons.append("the answer contradicts every model that explains the data collected so far")
    return CommitmentPart(step=last.step, premature=bool(reasons), reasons=tuple(reasons))
