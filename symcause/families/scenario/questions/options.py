"""Options of several scenario questions: how much effort, and which designs count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from symcause.budgets import Meter
from symcause.errors import UsageError, did_you_mean
from symcause.families.scenario.bounds import AUDIT_STEPS, CHECK_STEPS, SOLVE_STEPS
from symcause.families.scenario.problem.step_budgets import Limits

if TYPE_CHECKING:
    from symcause.families.scenario.problem.problem import ScenarioProblem, Space

SPACES = ("declared", "accepted")


class Limited(Protocol):
    """A question whose work options limit."""

    @property
    def effort(self) -> int | None: ...

    @property
    def seconds(self) -> float | None: ...


SPACE: dict[str, Any] = {
    "help": "Which designs count: those that the files declare, or all that the released server accepts.",
    "kind": "choice",
    "choices": SPACES,
}
EFFORT: dict[str, Any] = {
    "help": "Work to spend on the optimum, in steps of about a microsecond "
    f"(audit {AUDIT_STEPS:,}, check {CHECK_STEPS:,}, solve {SOLVE_STEPS:,}).",
    "kind": "integer",
    "metavar": "STEPS",
    "least": 1,
}
SECONDS: dict[str, Any] = {
    "help": "Time limit for the whole question; how far the searches get by then depends on the machine.",
    "kind": "number",
    "metavar": "SECONDS",
}
BUDGET: dict[str, Any] = {
    "help": "How well can anybody tell the rivals apart with the units of the budget?",
    "kind": "flag",
}
RIVAL: dict[str, Any] = {
    "help": "With --budget: make the rival of a template's file: no hidden cause, or effects reversed.",
    "kind": "choice",
    "choices": ("no-hidden-cause", "reversed"),
}
LEVEL: dict[str, Any] = {
    "help": "With --budget: how often the true rival shall be named (0.95).",
    "metavar": "NUMBER",
    "check": "symcause.families.scenario.budget.rival_set:read_level",
}
PRIOR: dict[str, Any] = {
    "help": "With --budget: how likely each rival is, fractions with commas between (all the same).",
    "metavar": "A,B,…",
    "check": "symcause.families.scenario.budget.rival_set:check_prior",
}
UNITS: dict[str, Any] = {
    "help": "With --budget: the number of units, in place of the number in the file.",
    "kind": "integer",
    "metavar": "N",
}


def limits_of(question: Limited, default: int) -> Limits:
    """What the options of a question allow; *default* is the effort where they say nothing."""
    if question.seconds is not None and not 0 < question.seconds < 1e9:
        raise UsageError("not a time", place="--seconds", value=question.seconds)
    clock = None if question.seconds is None else Meter(seconds=question.seconds)
    return Limits(question.effort, clock, default)


def opened_in(problem: ScenarioProblem, word: str) -> ScenarioProblem:
    """The scenario with the designs of the space that an option names."""
    from symcause.families.scenario.problem.problem import opened

    return opened(problem, space_of(word))


def space_of(word: str) -> Space:
    """The space that an option names."""
    from symcause.families.scenario.problem.problem import Space

    if word not in SPACES:
        raise UsageError("no such space", value=word, remedy=did_you_mean(word, SPACES))
    return Space(word)
