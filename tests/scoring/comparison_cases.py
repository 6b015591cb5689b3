"""Baselines made for tests: one tells what it saw, others misbehave."""

from __future__ import annotations

from symcause.attempts.attempt_record import Attempt, AttemptBudget
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from tests.patience import hang
from tests.scoring.cases import GOLD, mechanisms


def spy(problem: BooleanProblem, seed: int = 0, budget: AttemptBudget | None = None) -> Attempt:
    """Hands in nothing, and notes all that it was given."""
    seen = {
        "seed": seed,
        "gold": problem.gold is not None,
        "splits": sorted({str(world.split) for world in problem.worlds}),
        "metadata": dict(problem.metadata),
        "ids": [problem.id, *(world.id for world in problem.worlds)],
    }
    return Attempt(note=repr(seen))


def demo_gold(
    problem: BooleanProblem, seed: int = 0, budget: AttemptBudget | None = None
) -> Attempt:
    """Knows the models of the demo problems by heart."""
    hidden = problem.disclosure.roots is None
    answer = mechanisms(GOLD)
    return Attempt(Answer(answer.mechanisms, ("X1", "X2") if hidden else None), solved=True)


def sleeper(problem: BooleanProblem, seed: int = 0, budget: AttemptBudget | None = None) -> Attempt:
    """Never comes back."""
    hang()


def broken(problem: BooleanProblem, seed: int = 0, budget: AttemptBudget | None = None) -> Attempt:
    """Has a fault."""
    raise ZeroDivisionError("nothing to divide by")
