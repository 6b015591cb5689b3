"""What-if outcomes in a linear space: what a model reads after one intervention."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from symcause.audits.experiments.experiment_forms import settings
from symcause.errors import UsageError, did_you_mean
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.problem.evidence_replay import current_crystal
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.problem.python_readings import reading
from symcause.families.linear.problem.records import ChainState
from symcause.formats.python_rows import as_written


def stated(problem: LinearProblem, given: Any) -> Manipulation:
    """One intervention: a variable and its value, a Manipulation, or an action of an episode."""
    told = settings(given)
    if told is None or len(told) != 1:
        raise UsageError("not one intervention", value=given, remedy='set one: {"density": 50}')
    ((name, value),) = told.items()
    if name not in problem.controllable:
        remedy = did_you_mean(str(name), problem.controllable)
        raise UsageError("no variable that can be set", value=name, remedy=remedy)
    return Manipulation(name, as_written(value))


def readings_after(
    problem: LinearProblem, model: CrystalModel, step: Manipulation
) -> dict[str, Fraction]:
    """What is read afterwards."""
    if problem.hidden is not None:
        raise UsageError("experiments under a hidden disturbance have no single outcome")
    if problem.unforeseeable is not None:
        raise UsageError(problem.unforeseeable)
    crystal, lab = current_crystal(problem, model), problem.laboratory(model)
    if crystal is None:
        raise UsageError("no crystal has been measured that could be manipulated")
    return dict(lab.measure(lab.intervene(crystal, step)))


def after(
    problem: LinearProblem, step: Manipulation, outcome: Mapping[str, object]
) -> LinearProblem:
    """The problem with the outcome as one more reading; the first record's crystal is manipulated."""
    if not problem.chain:
        if not problem.records:
            raise UsageError("no crystal has been measured that could be manipulated")
        problem = problem.extended(ChainState(problem.records[0].values))
    read = reading(outcome, "outcome.{}".format)
    return problem.extended(ChainState(read, step))
