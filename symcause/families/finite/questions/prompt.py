"""The finite ``prompt`` question: what a system is given to read, with the class where it is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from symcause.audits.prompt import OpenPrompt
from symcause.audits.question import option

if TYPE_CHECKING:
    from symcause.families.finite.problem.problem import FiniteProblem


@dataclass(frozen=True)
class Prompt(OpenPrompt["FiniteProblem"]):
    """Made from what is disclosed, the training worlds and the queries alone."""

    tell_class: bool = option(
        False, "Say which mechanisms are possible: labels of queries depend on it.", "flag"
    )
