"""Trajectories: what was settled at each step of an episode, and what the agent claimed by then.

For every step of a log: how many graphs and models the evidence of that step leaves, the size of the
interventional Markov equivalence class of the true graph for the targets used so far (three different
numbers), whether the hypothesis fits the data collected so far, and its metrics against gold.

*Premature commitment*: the last step's hypothesis contradicts the data already collected, or the reactor's
target was not entailed yet. *Wasted intervention*: one after which graphs, models and the range of the
target are what they were before.

What the evidence of a step is, its notes tell (:mod:`~audits.noting`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from msgspec import structs

from symcause.answers import Unknown
from symcause.equivalence import class_size
from symcause.errors import SymcauseError
from symcause.families.linear.audits.noting import Moment, evidence_of_steps
from symcause.families.linear.documents.metrics import MetricsPart
from symcause.families.linear.documents.target import ReactorPart
from symcause.families.linear.documents.trajectory import (
    CommitmentPart,
    InterventionPart,
    StepPart,
)
from symcause.families.linear.problem.log import StepRecord
from symcause.families.linear.problem.metrics import compare
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.space.fitting import fits
from symcause.families.linear.space.opening import open_space, range_of_target
from symcause.families.linear.space.target import TargetRange
from symcause.models.dags import DAG
from symcause.models.hypotheses import Hypothesis
from symcause.models.numbers import print_number


@dataclass(frozen=True)
class Situation:
    """What the evidence leaves after so many interventions."""

    graphs: int | None
    models: int | None
    imec: int | None
    target: TargetRange | Unknown | None

    def same_as(self, other: Situation) -> bool:
        """True if nothing at all was learnt between the two (unknown counts as learnt)."""
        if self.graphs is None or self.graphs != other.graphs or self.models != other.models:
            return False
        mine, theirs = self.target, other.target
        if isinstance(mine, TargetRange) and isinstance(theirs, TargetRange):
            return (mine.low, mine.high) == (theirs.low, theirs.high)
        return mine is None and theirs is None


@dataclass(frozen=True)
class Trajectory:
    """The audit of a log."""

    steps: tuple[StepPart, ...]
    interventions: tuple[InterventionPart, ...]
    commitment: CommitmentPart | None


def trajectory(
    problem: LinearProblem, steps: Sequence[StepRecord], *, tolerance: Fraction = Fraction(0)
) -> Trajectory:
    """What was settled at every step, what every intervention brought, how the agent committed."""
    history = evidence_of_steps(problem, steps)
    known: dict[int, Situation] = {}
    stories: list[StepPart] = []
    for step, moment in zip(steps, history, strict=True):
        at = len(moment.problem.acts)
        if at not in known:
            known[at] = situation(moment.problem)
        stories.append(_step(step, moment, known[at], tolerance))
    final = history[-1].problem if history else problem
    return Trajectory(tuple(stories), tuple(_interventions(final, known)), _commitment(stories))


def situation(problem: LinearProblem) -> Situation:
    """Counts, equivalence class and range for the evidence of a problem."""
    if not problem.has_evidence:
        return Situation(None, None, None, None)
    space = open_space(problem)
    graphs, models = space.count(), space.models()
    return Situation(
        graphs if isinstance(graphs, int) else None,
        models if isinstance(models, int) else None,
        imec_size(problem),
        range_of_target(space),
    )


def imec_size(problem: LinearProblem) -> int | None:
    """DAGs that are Markov equivalent to the true one under the targets used so far."""
    try:
        model = problem.gold_model()
        if model is None:
            return None
        targets = dict.fromkeys(tuple(s.settings) for s in problem.acts if s.settings)
        return class_size(DAG.of(model.edges, problem.variables), list(targets))
    except SymcauseError:
        return None


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
    )
    return part if step.hypothesis is None else _claimed(part, step.hypothesis, problem)


def _claimed(part: StepPart, hypothesis: Hypothesis, problem: LinearProblem) -> StepPart:
    """The same with what the step claims."""
    part = structs.replace(part, edges=tuple(f"{a}->{b}" for a, b in hypothesis.edges))
    if problem.has_evidence:
        verdict = fits(problem, hypothesis)
        if not isinstance(verdict, Unknown):
            against = tuple(str(objection) for objection in verdict.objections)
            part = structs.replace(part, fits=verdict.fits, objections=against)
    try:
        model = problem.gold_model()
    except SymcauseError:
        model = None
    if model is None:
        return part
    metrics = compare(hypothesis, model, problem.family)
    return structs.replace(part, metrics=MetricsPart.of(metrics))


def _shown(value: Fraction | None) -> str | None:
    return None if value is None else print_number(value)


def _interventions(
    problem: LinearProblem, known: dict[int, Situation]
) -> Iterator[InterventionPart]:
    """What each intervention of the episode brought."""
    for i, state in enumerate(problem.acts):
        for at in (i, i + 1):
            if at not in known:
                known[at] = situation(problem.shortened(at))
        before, after = known[i], known[i + 1]
        yield InterventionPart(
            intervention=state.told,
            graphs_before=before.graphs,
            graphs_after=after.graphs,
            wasted=after.same_as(before),
        )


def _commitment(stories: Sequence[StepPart]) -> CommitmentPart | None:
    """Whether the last step committed too early, and why."""
    if not stories:
        return None
    last = stories[-1]
    reasons: list[str] = []
    if last.fits is False:
        reasons.append("the hypothesis contradicts the data collected so far")
    if last.target.entailed is False:
        reasons.append("the reactor's target is not entailed by the data collected so far")
    return CommitmentPart(step=last.step, premature=bool(reasons), reasons=tuple(reasons))
