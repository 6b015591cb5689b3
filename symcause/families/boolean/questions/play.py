"""The Boolean question ``play``: an agent sets variables and writes mechanisms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from symcause.audits.question import option
from symcause.episodes.play import Play as Playing

if TYPE_CHECKING:
    from symcause.families.boolean.problem.problem import BooleanProblem


@dataclass(frozen=True)
class Play(Playing["BooleanProblem"]):
    """An agent intervenes, sees worlds and names the mechanisms."""

    initial: str = option(
        "observational",
        "Worlds shown at the start: all, the observational ones, or just one row.",
        "choice",
        choices=("all", "observational", "none"),
    )
    targets: int = option(
        1,
        "How many variables one action may set (1).",
        "integer",
        metavar="N",
        least=1,
        most=3,
    )
    choose_contexts: bool = option(False, "The agent may choose the values of the roots.", "flag")
