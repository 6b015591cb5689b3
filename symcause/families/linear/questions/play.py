"""The linear ``play`` question: an agent plays an episode with a crystal."""

from __future__ import annotations

from dataclasses import dataclass

from symcause.audits.question import option
from symcause.episodes.play import Play as Playing


@dataclass(frozen=True)
class Play(Playing):
    """An agent sets properties of a crystal, and answers for the reactor."""

    question: str = option(
        "target",
        "What is asked: the reactor's target, or the graph.",
        "choice",
        choices=("target", "graph"),
    )
    tolerance: str = option(
        "5", "How far the reactor's target may be off (5, as released).", metavar="NUMBER"
    )
    targets: int = option(1, "Most properties that are set at once (1).", "integer", least=1)
    initial: str = option(
        "observational",
        "Evidence at the start: all, observational (no interventions) or none (no records either).",
        "choice",
        choices=("all", "observational", "none"),
    )
    coefficients: str | None = option(
        None,
        "The coefficients that count: rational, or integers of a range.",
        metavar="rational|MIN..MAX",
    )
    min_effect: str | None = option(
        None,
        "The least size of an effect (rational coefficients; quadratic: of the square's).",
        metavar="NUMBER",
    )
