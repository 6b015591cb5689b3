"""The finite ``prompt`` question: what a system is given to read, with the class where it is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from symcause.audits.prompt import RenderedPrompt

if TYPE_CHECKING:
    from symcause.families.finite.problem.problem import FiniteProblem


@dataclass(frozen=True)
class Prompt(RenderedPrompt["FiniteProblem"]):
    """Made from what is disclosed, the training worlds and the queries alone."""
