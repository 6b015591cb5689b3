"""Options that several questions share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from symcause.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    from symcause.families.scenario.problem.problem import ScenarioProblem, Space

SPACES = ("declared", "accepted")

SPACE: dict[str, Any] = {
    "help": "Which designs: as the files declare them, or whatever the released server accepts.",
    "kind": "choice",
    "choices": SPACES,
}
SECONDS: dict[str, Any] = {
    "help": "Processor time for narrowing the bounds of the optimum.",
    "kind": "number",
    "metavar": "SECONDS",
}


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
