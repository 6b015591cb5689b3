"""``prompt``: what does a system get to read?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.question import Question
from symcause.audits.story import Section, Story
from symcause.families.linear.documents.prompt import LinearPrompt
from symcause.families.linear.documents.scope import FAMILY

if TYPE_CHECKING:
    from symcause.families.linear.problem.problem import LinearProblem


@dataclass(frozen=True)
class Prompt(Question["LinearProblem", LinearPrompt]):
    """The prompt, made from the evidence, the reactor's readings and the class of models alone."""

    name: ClassVar[str] = "prompt"
    document: ClassVar[type[LinearPrompt]] = LinearPrompt

    def frame(self, problem: LinearProblem) -> LinearPrompt:
        from symcause.families.linear.scoring.prompts import render_prompt

        prompt = render_prompt(problem)
        return LinearPrompt(
            family=FAMILY,
            problem=problem.id,
            setting=str(problem.family),
            semantics=str(problem.semantics),
            system=prompt.instruction,
            message=prompt.message,
            text=prompt.text,
        )

    def answers(self, problem: LinearProblem) -> Iterator[LinearPrompt]:
        yield self.frame(problem)

    def story(self, document: LinearPrompt) -> Story:
        return Story(
            document.problem or "",
            document.system,
            facts=(("setting", document.setting),),
            sections=(Section("Message", tuple(document.message.split("\n"))),),
        )

    def text(self, document: LinearPrompt) -> str:
        return document.text
