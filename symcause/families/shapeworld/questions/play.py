"""The ShapeWorld ``play`` question: an agent plays an episode about one case."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from symcause.audits.question import option
from symcause.episodes.play import Play as Playing
from symcause.families.shapeworld.questions.options import ClassOptions

if TYPE_CHECKING:
    from symcause.families.shapeworld.problem.problem import ShapeWorldProblem


@dataclass(frozen=True)
class Play(ClassOptions, Playing["ShapeWorldProblem"]):
    """An episode about one case."""

    protocol: str = option(
        "free",
        "Protocol: free, or released (the first intervention is forced).",
        "choice",
        choices=("free", "released"),
    )
    initial: str = option(
        "observational",
        "Evidence at the start: all (with the problem's transcript) or observational.",
        "choice",
        choices=("all", "observational"),
    )
