"""``prompt``: what does a system get to read?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.question import Question
from symcause.audits.story import Section, Story
from symcause.families.boolean.documents.prompt import BooleanPrompt
from symcause.families.boolean.documents.scope import FAMILY

if TYPE_CHECKING:
    from symcause.families.boolean.problem.problem import BooleanProblem


@dataclass(frozen=True)
class Prompt(Question["BooleanProblem", BooleanPrompt]):
    """The prompt, made from what is disclosed and the training worlds alone."""

    name: ClassVar[str] = "prompt"
    document: ClassVar[type[BooleanPrompt]] = BooleanPrompt

    def frame(self, problem: BooleanProblem) -> BooleanPrompt:
        from symcause.families.boolean.scoring.prompts import render_prompt

        prompt = render_prompt(problem)
        return BooleanPrompt(
            family=FAMILY,
            problem=problem.id,
            setting=str(problem.setting),
            system=prompt.instruction,
            message=prompt.message,
            text=prompt.text,
        )

    def answers(self, problem: BooleanProblem) -> Iterator[BooleanPrompt]:
        yield self.frame(problem)

    def story(self, document: BooleanPrompt) -> Story:
        return Story(
            document.problem or "",
            document.system,
            facts=(("setting", document.setting),),
            sections=(Section("Message", tuple(document.message.split("\n"))),),
        )

    def text(self, document: BooleanPrompt) -> str:
        return document.text
