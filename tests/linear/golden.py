"""Do golden chains replay? Value for value, by running the true equations forward."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from symcause.errors import UsageError
from symcause.families.linear.problem.evidence_replay import WrongReading, execute, mismatches
from symcause.families.linear.problem.problem import LinearProblem


class ReplayStatus(StrEnum):
    """How a published chain compares with its own equations."""

    EXACT = "exact"
    DIFFERS = "differs"
    NO_INTERVENTIONS = "no-interventions"


@dataclass(frozen=True)
class GoldenReplay:
    """The status, and the readings that differ."""

    problem: str
    status: ReplayStatus
    mismatches: tuple[WrongReading, ...] = ()


def replay_golden(problem: LinearProblem) -> GoldenReplay:
    """Run the chain of a golden problem; an entry without interventions is reported as such.

    With rounded data each reading is compared by itself, within half a unit.
    """
    model = problem.gold_model()
    if model is None:
        raise UsageError("no true equations to replay", value=problem.id)
    if not problem.acts:
        return GoldenReplay(problem.id, ReplayStatus.NO_INTERVENTIONS)
    wrong = mismatches(problem, model) if problem.rounding else execute(problem, model)
    return GoldenReplay(problem.id, ReplayStatus.DIFFERS if wrong else ReplayStatus.EXACT, wrong)
