"""``prompt``: what does a system get to read?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from symcause.audits.question import Question, option
from symcause.audits.story import Section, Story
from symcause.families.boolean.documents.prompt import BooleanPrompt
from symcause.families.boolean.documents.scope import FAMILY

if TYPE_CHECKING:
    from symcause.families.boolean.problem.problem import BooleanProblem
    from symcause.families.boolean.scoring.prompts import Prompt as Rendered


TEMPLATES = ("own", "released")


@dataclass(frozen=True)
class Prompt(Question["BooleanProblem", BooleanPrompt]):
    """The prompt, made from what is disclosed and the training worlds alone."""

    name: ClassVar[str] = "prompt"
    document: ClassVar[type[BooleanPrompt]] = BooleanPrompt
    between: ClassVar[str] = "\n\f"

    template: str = option(
        "own",
        "Boolean: own words, or released for the published ones (own). ShapeWorld: how much the agent "
        "is told: basic, basic_limit_step, cot_basic_limit_step, cot_instructed_limit_step (basic); "
        "recorded: the transcript, and the question.",
        "choice",
        choices=TEMPLATES,
        metavar="NAME",
    )

    def frame(self, problem: BooleanProblem) -> BooleanPrompt:
        prompt = self._rendered(problem)
        return BooleanPrompt(
            family=FAMILY,
            problem=problem.id,
            setting=str(problem.setting),
            system=prompt.instruction,
            message=prompt.message,
            text=prompt.text,
        )

    def _rendered(self, problem: BooleanProblem) -> Rendered:
        from symcause.families.boolean.scoring.prompts import Prompt as Rendered
        from symcause.families.boolean.scoring.prompts import render_prompt
        from symcause.families.boolean.scoring.released_prompt import released_prompt

        if self.template == "released":
            return Rendered("", released_prompt(problem))
        return render_prompt(problem)

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
