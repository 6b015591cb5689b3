"""The public problem of Boolean baselines: what they may see, and under neutral names only.

Ids of generated problems and worlds tell what kind they are (``…-certified``, ``train_aug_01``). So a
baseline sees ``problem`` and ``w00``, ``w01`` … in the given order; neither gold, a reference, held-out
worlds and metadata, nor the names of units.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from symcause.attempts.attempt_record import Attempt, AttemptBudget
from symcause.families.boolean.files.document_writer import write_boolean
from symcause.families.boolean.problem.problem import BooleanProblem

NEUTRAL = "problem"


class Baseline(Protocol):
    """Problem in, attempt out; the same seed gives the same attempt."""

    def __call__(
        self, problem: BooleanProblem, seed: int = 0, budget: AttemptBudget | None = None
    ) -> Attempt: ...


def public(problem: BooleanProblem) -> BooleanProblem:
    """The problem as a baseline may see it."""
    width = max(2, len(str(len(problem.training) - 1)))
    worlds = tuple(
        replace(world, id=f"w{at:0{width}d}", units=None)
        for at, world in enumerate(problem.training)
    )
    return replace(
        problem,
        id=NEUTRAL,
        worlds=worlds,
        gold=None,
        reference=None,
        identify=False,
        certification=None,
        metadata={},
    )


def public_document(problem: BooleanProblem) -> dict[str, object]:
    """The same as JSON: keys in a fixed order, what is not bounded is null."""
    document = write_boolean(problem)
    if "max_parents" not in document:
        at = list(document).index("worlds")
        items = list(document.items())
        document = dict([*items[:at], ("max_parents", None), *items[at:]])
    return document
