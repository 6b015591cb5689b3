"""The Boolean question ``play``: episodes in which an agent sets variables and names mechanisms."""

from __future__ import annotations

from dataclasses import dataclass

from symcause.audits.question import option
from symcause.episodes.play import Play as Playing


@dataclass(frozen=True)
class Play(Playing):
    """An agent intervenes, sees worlds and names the mechanisms."""

    initial: str = option(
        "observational",
        "Worlds that are shown at the start: all, the observational ones, or none but one row.",
        "choice",
        choices=("all", "observational", "none"),
    )
    targets: int = option(
        1,
        "Variables that an action may set at once (1).",
        "integer",
        metavar="N",
        least=1,
        most=3,
    )
    choose_contexts: bool = option(False, "The agent may choose the values of the roots.", "flag")
