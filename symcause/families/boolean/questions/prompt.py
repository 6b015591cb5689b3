"""The Boolean question ``prompt``: what a system is given to read for a problem."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.prompt import RenderedPrompt
from symcause.audits.question import option
from symcause.families.boolean.documents.prompt_document import BooleanPrompt

if TYPE_CHECKING:
    from symcause.families.boolean.problem.problem import BooleanProblem


@dataclass(frozen=True)
class Prompt(RenderedPrompt["BooleanProblem"]):
    """Made from what is disclosed and the training worlds alone."""

    document: ClassVar[type[BooleanPrompt]] = BooleanPrompt

    template: str | None = option(
        None,
        "Boolean: own wording, or released for the published wording (own). ShapeWorld: how much the agent "
        "is told: basic, basic_limit_step, cot_basic_limit_step, cot_instructed_limit_step (basic); "
        "recorded: the transcript and the question (chosen where the problem has a transcript).",
        "choice",
        choices=("own", "released"),
        metavar="NAME",
    )
