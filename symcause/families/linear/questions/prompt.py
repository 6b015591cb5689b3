"""The linear ``prompt`` question: what a system gets to read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.prompt import RenderedPrompt
from symcause.families.linear.documents.prompt_document import LinearPrompt

if TYPE_CHECKING:
    from symcause.families.linear.problem.problem import LinearProblem


@dataclass(frozen=True)
class Prompt(RenderedPrompt["LinearProblem"]):
    """Made from the evidence, the reactor's readings and the class of models alone."""

    document: ClassVar[type[LinearPrompt]] = LinearPrompt
