"""``prompt``: what an agent gets before its first action, or the record of a transcript."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.question import Question, option
from symcause.audits.story import Story
from symcause.errors import UsageError, did_you_mean
from symcause.families.shapeworld.documents.answers import ShapeWorldPrompt
from symcause.families.shapeworld.documents.scope import FAMILY

if TYPE_CHECKING:
    from symcause.families.shapeworld.problem.problem import ShapeWorldProblem

TEMPLATES = (
    *("basic", "basic_limit_step", "cot_basic_limit_step", "cot_instructed_limit_step"),
    "recorded",
)


@dataclass(frozen=True)
class Prompt(Question["ShapeWorldProblem", ShapeWorldPrompt]):
    """The rules and the first message."""

    name: ClassVar[str] = "prompt"
    document: ClassVar[type[ShapeWorldPrompt]] = ShapeWorldPrompt

    template: str = option(
        "basic",
        "How much the agent is told (basic); recorded: the transcript, and the question.",
        "choice",
        choices=TEMPLATES,
    )

    def frame(self, problem: ShapeWorldProblem) -> ShapeWorldPrompt:
        from symcause.families.shapeworld.problem.prompts import Template, opening

        if self.template not in TEMPLATES:
            raise UsageError(
                "no such template",
                value=self.template,
                remedy=did_you_mean(self.template, TEMPLATES),
            )
        if problem.initial is None:
            raise UsageError("no state was ever seen: there is nothing to ask", value=problem.id)
        made = opening(problem, Template(self.template))
        return ShapeWorldPrompt(
            family=FAMILY,
            problem=problem.id,
            system=made.system,
            message=made.message,
            text=made.text,
            template=self.template,
        )

    def answers(self, problem: ShapeWorldProblem) -> Iterator[ShapeWorldPrompt]:
        yield self.frame(problem)

    def story(self, document: ShapeWorldPrompt) -> Story:
        return Story(document.problem or "", document.text)

    def text(self, document: ShapeWorldPrompt) -> str:
        return document.text
