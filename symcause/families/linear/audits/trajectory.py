"""Trajectories: what was settled at each step of an episode, and what the agent claimed by then.

For every step of a log: how many graphs and models the evidence of that step leaves, the size of the
interventional Markov equivalence class of the true graph for the targets used so far (three different
numbers), whether the hypothesis fits the data collected so far, and its metrics against gold.

*Premature commitment*: the last step's hypothesis contradicts the data already collected, or the reactor's
target was not entailed yet. *Wasted intervention*: one after which graphs, models and the range of the
target are what they were before.

The evidence of a step is what its ``past_data`` reaches. Where the problem has the whole chain, entries are
matched with its readings; else the chain is rebuilt from the log: an entry that says so, or that appears
after a planned experiment, is the reading after that intervention.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from symcause.answers import Unknown
from symcause.equivalence import class_size
from symcause.errors import SymcauseError
from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.problem.log import PastEntry, StepRecord
from symcause.families.linear.problem.metrics import compare
from symcause.families.linear.problem.problem import ChainState, LinearProblem, Record
from symcause.families.linear.space.fitting import fits
from symcause.families.linear.space.opening import open_space, range_of_target
from symcause.families.linear.space.target import TargetRange
from symcause.models.dags import DAG
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


def trajectory_document(
    problem: LinearProblem, steps: Sequence[StepRecord], *, tolerance: Fraction = Fraction(0)
) -> dict[str, object]:
    """The audit of a log."""
    history = evidence_of_steps(problem, steps)
    known: dict[int, Situation] = {}
    stories: list[dict[str, object]] = []
    for step, moment in zip(steps, history, strict=True):
        at = len(moment.problem.interventions)
        if at not in known:
            known[at] = situation(moment.problem)
        stories.append(_step(step, moment, known[at], tolerance))
    final = history[-1].problem if history else problem
    return {
        "problem": problem.id,
        "steps": stories,
        "interventions": _interventions(final, known),
        "commitment": _commitment(stories),
    }


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
        targets = dict.fromkeys((step.variable,) for step in problem.interventions)
        return class_size(DAG.of(model.edges, problem.variables), list(targets))
    except SymcauseError:
        return None


def _step(
    step: StepRecord, moment: Moment, now: Situation, tolerance: Fraction
) -> dict[str, object]:
    """Everything about one step."""
    problem, target = moment.problem, now.target
    bounds = target if isinstance(target, TargetRange) else None
    story: dict[str, object] = {
        "step": step.step,
        "records": len(problem.records),
        "interventions": len(problem.interventions),
        "graphs": now.graphs,
        "models": now.models,
        "imec": now.imec,
        "target": {
            "low": _shown(bounds.low) if bounds else None,
            "high": _shown(bounds.high) if bounds else None,
            "entailed": bounds.entailed(tolerance) if bounds else None,
        },
        "error": step.error,
        "unmatched": list(moment.unmatched),
        "edges": None,
        "fits": None,
        "objections": [],
        "metrics": None,
    }
    if step.hypothesis is None:
        return story
    story["edges"] = [f"{cause}->{effect}" for cause, effect in step.hypothesis.edges]
    if problem.has_evidence:
        verdict = fits(problem, step.hypothesis)
        if not isinstance(verdict, Unknown):
            story["fits"] = verdict.fits
            story["objections"] = [str(objection) for objection in verdict.objections]
    try:
        model = problem.gold_model()
    except SymcauseError:
        model = None
    if model is not None:
        story["metrics"] = compare(step.hypothesis, model, problem.family).to_dict()
    return story


def _shown(value: Fraction | None) -> str | None:
    return None if value is None else print_number(value)


def _interventions(problem: LinearProblem, known: dict[int, Situation]) -> list[dict[str, object]]:
    """What each intervention of the episode brought."""
    found: list[dict[str, object]] = []
    for i, step in enumerate(problem.interventions):
        for at in (i, i + 1):
            if at not in known:
                known[at] = situation(problem.shortened(at))
        before, after = known[i], known[i + 1]
        found.append(
            {
                "intervention": str(step),
                "graphs_before": before.graphs,
                "graphs_after": after.graphs,
                "wasted": after.same_as(before),
            }
        )
    return found


def _commitment(stories: Sequence[dict[str, object]]) -> dict[str, object] | None:
    """Whether the last step committed too early, and why."""
    if not stories:
        return None
    last = stories[-1]
    reasons: list[str] = []
    if last["fits"] is False:
        reasons.append("the hypothesis contradicts the data collected so far")
    target = last["target"]
    if isinstance(target, dict) and target["entailed"] is False:
        reasons.append("the reactor's target is not entailed by the data collected so far")
    return {"step": last["step"], "premature": bool(reasons), "reasons": reasons}


@dataclass(frozen=True)
class Moment:
    """The evidence that a step's notes reach, and notes that match no reading."""

    problem: LinearProblem
    unmatched: tuple[str, ...] = ()


def evidence_of_steps(problem: LinearProblem, steps: Sequence[StepRecord]) -> list[Moment]:
    """The problem as it stood at every step."""
    if problem.interventions:
        return _matched(problem, steps)
    return _rebuilt(problem, steps)


def _matched(problem: LinearProblem, steps: Sequence[StepRecord]) -> list[Moment]:
    """Notes against the problem's own readings, in order; evidence once seen is not forgotten."""
    records = {_key(record.values) for record in problem.records}
    chain = [_key(state.values) for state in problem.chain]
    done = [0]
    for state in problem.chain:
        done.append(done[-1] + (state.intervention is not None))
    reached, moments = 0, []
    for step in steps:
        unmatched: list[str] = []
        at = 0
        for entry in step.past_data or ():
            key = _key(entry.values)
            found = next((i for i in range(at, len(chain)) if chain[i] == key), None)
            if found is not None:
                at = found + 1
                reached = max(reached, done[at])
            elif key not in records and key not in chain:
                unmatched.append(entry.id)
        moments.append(Moment(problem.shortened(reached), tuple(unmatched)))
    return moments


def _key(values: object) -> tuple[tuple[str, Fraction], ...]:
    assert isinstance(values, dict)
    return tuple(sorted(values.items()))


def _rebuilt(problem: LinearProblem, steps: Sequence[StepRecord]) -> list[Moment]:
    """Readings taken from the notes themselves, as they appear."""
    seen = {_key(r.values) for r in problem.records} | {_key(s.values) for s in problem.chain}
    pending: Manipulation | None = None
    moments: list[Moment] = []
    now = problem
    for step in steps:
        unmatched: list[str] = []
        for entry in step.past_data or ():
            if _key(entry.values) in seen:
                continue
            if set(entry.values) != set(problem.variables):
                unmatched.append(entry.id)
                continue
            seen.add(_key(entry.values))
            now = _noted(now, entry, pending)
            pending = None
        moments.append(Moment(now, tuple(unmatched)))
        pending = step.experiment or pending
    return moments


def _noted(problem: LinearProblem, entry: PastEntry, pending: Manipulation | None) -> LinearProblem:
    """One more reading: after an intervention, or of a crystal of its own."""
    step = entry.intervention or pending
    if step is None:
        name = entry.id or f"note{len(problem.records)}"
        while name in {r.id for r in problem.records}:
            name += "'"
        return replace(problem, records=(*problem.records, Record(name, entry.values)))
    if not problem.chain and problem.records:
        problem = problem.extended(ChainState(problem.records[0].values))
    return problem.extended(ChainState(entry.values, step))
