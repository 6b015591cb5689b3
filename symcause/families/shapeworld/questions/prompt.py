"""The ShapeWorld ``prompt`` question: what an agent gets to read of a case or of a record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.prompt import RenderedPrompt
from symcause.audits.question import option
from symcause.families.shapeworld.documents.question_documents import ShapeWorldPrompt

if TYPE_CHECKING:
    from symcause.families.shapeworld.problem.problem import ShapeWorldProblem

TEMPLATES = (
    *("basic", "basic_limit_step", "cot_basic_limit_step", "cot_instructed_limit_step"),
    "recorded",
)


@dataclass(frozen=True)
class Prompt(RenderedPrompt["ShapeWorldProblem"]):
    """The rules and the first message."""

    document: ClassVar[type[ShapeWorldPrompt]] = ShapeWorldPrompt

    template: str | None = option(
        None,
        "How much the agent is told (basic); recorded: the transcript and the question (chosen where the "
        "problem has a transcript).",
        "choice",
        choices=TEMPLATES,
    )
