"""The rival set: scenarios of which one is true, and what they must have in common.

Rivals ask the same of a player: outcome, designs, constraints, what is shown, history, budget and goal.
Their variables and stages may differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from symcause.errors import SymcauseError, UsageError
from symcause.families.scenario.bounds import MOST_UNITS
from symcause.families.scenario.problem.problem import (
    ScenarioProblem,
    TrialBudget,
    modelled,
)
from symcause.models.exact_numbers import read_number

COMPARED = ("outcome", "design", "constraints", "observe", "history", "budget", "evaluate")
"""What rivals have in common, in the order in which it is compared."""


@dataclass(frozen=True)
class Rivals:
    """Scenarios of which one is true, how likely each is, and how many units there are."""

    problems: tuple[ScenarioProblem, ...]
    prior: tuple[Fraction, ...]
    units: int
    level: Fraction

    @property
    def first(self) -> ScenarioProblem:
        """The scenario that the question is about; the others share all that a player is told."""
        return self.problems[0]


def rivals(
    problems: Sequence[ScenarioProblem],
    prior: str | None = None,
    units: int | None = None,
    level: str = "0.95",
) -> Rivals:
    """The rivals, as options say. Raises UsageError for what cannot be compared."""
    every = tuple(modelled(problem) for problem in problems)
    if len(every) < 2:
        raise UsageError(
            "one scenario has no rival", remedy="name another file, or make one with --rival"
        )
    first = every[0]
    for other in every[1:]:
        for key in COMPARED:
            if getattr(first, key) != getattr(other, key):
                raise UsageError(
                    f"rivals differ in {key}",
                    value=other.id,
                    remedy="only variables and stages of rivals may differ",
                )
    return Rivals(every, _prior(prior, len(every)), _units(first.budget, units), read_level(level))


def _prior(text: str | None, size: int) -> tuple[Fraction, ...]:
    if text is None:
        return (Fraction(1, size),) * size
    try:
        numbers = tuple(read_number(part.strip()) for part in text.split(","))
    except SymcauseError:
        numbers = ()
    if len(numbers) != size or min(numbers) < 0 or sum(numbers) != 1:
        raise UsageError(
            "not a prior",
            place="--prior",
            value=text,
            remedy=f"{size} fractions that are not negative and add up to 1, with commas between",
        )
    return numbers


def check_prior(text: str) -> None:
    """Refuse a prior that no number of rivals can have."""
    _prior(text, text.count(",") + 1)


def read_level(text: str) -> Fraction:
    """How often the true rival shall be named. Raises UsageError."""
    try:
        number = read_number(text)
    except SymcauseError:
        number = Fraction(0)
    if not Fraction(1, 2) < number < 1:
        raise UsageError(
            "not a level", place="--level", value=text, remedy="a number between 1/2 and 1"
        )
    return number


def _units(budget: TrialBudget | None, asked: int | None) -> int:
    """N: the units of the file or of an option, as far as deployments hold them."""
    if asked is not None and not 0 <= asked <= MOST_UNITS:
        raise UsageError(
            "so many units are not looked at",
            place="--units",
            value=asked,
            remedy=f"0 to {MOST_UNITS:,}",
        )
    room = None
    if budget is not None and budget.deployments is not None:
        each = budget.per_deployment
        room = None if each is None else budget.deployments * each
    if asked is not None:
        if room is not None and asked > room:
            raise UsageError(
                "more units than the deployments hold",
                place="--units",
                value=asked,
                remedy=f"at most {room:,}",
            )
        return asked
    known = [n for n in (None if budget is None else budget.units, room) if n is not None]
    if not known:
        raise UsageError("the file has no budget of units", remedy="--units N gives one")
    if min(known) > MOST_UNITS:
        raise UsageError(
            "so many units are not looked at",
            place="budget",
            value=min(known),
            remedy=f"--units N gives fewer, at most {MOST_UNITS:,}",
        )
    return min(known)
