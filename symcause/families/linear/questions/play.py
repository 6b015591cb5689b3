"""The linear ``play`` question: an agent plays an episode with a crystal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from symcause.audits.question import option
from symcause.episodes.play import Play as Playing

if TYPE_CHECKING:
    from symcause.families.linear.problem.problem import LinearProblem


@dataclass(frozen=True)
class Play(Playing["LinearProblem"]):
    """An agent sets properties of a crystal, and answers for the reactor."""

    question: str = option(
        "target",
        "The question: the reactor's target, or the graph.",
        "choice",
        choices=("target", "graph"),
    )
    tolerance: str = option(
        "5", "How far the reactor's target may be off (5, as released).", metavar="NUMBER"
    )
    targets: int = option(1, "How many properties one action may set (1).", "integer", least=1)
    initial: str = option(
        "observational",
        "Evidence at the start: all, observational (no interventions) or none (no records either).",
        "choice",
        choices=("all", "observational", "none"),
    )
    coefficients: str | None = option(
        None,
        "Admissible coefficients: rational, or the integers in a range.",
        metavar="rational|MIN..MAX",
    )
    min_effect: str | None = option(
        None,
        "The smallest size of an effect (rational coefficients; quadratic: of the squared term).",
        metavar="NUMBER",
    )
