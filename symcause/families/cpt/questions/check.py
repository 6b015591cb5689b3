"""The cpt ``check`` question: yes, no or cannot tell, against what the numbers prove."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from symcause.audits.documents import Document
from symcause.audits.question import option
from symcause.audits.story import Story, Tone
from symcause.families.cpt.documents.question_documents import CptCheck
from symcause.families.cpt.questions.table_question import TableQuestion

if TYPE_CHECKING:
    from symcause.families.cpt.problem.problem import CptProblem


@dataclass(frozen=True)
class Check(TableQuestion[CptCheck]):
    """An answer against the proved one, and against the stored one."""

    name: ClassVar[str] = "check"
    document: ClassVar[type[Document]] = CptCheck

    answer: str = option("", "The answer: yes, no, or that one cannot tell.", hidden=True)

    def frame(self, problem: CptProblem) -> CptCheck:
        return CptCheck(family="cpt", problem=problem.id)

    def answers(self, problem: CptProblem) -> Iterator[CptCheck]:
        from symcause.families.cpt.audits.heard_answer import standing
        from symcause.families.cpt.audits.table_audit import judged

        opened = self.opened(problem)
        keys: dict[str, Any] = standing(opened, judged(opened), self.answer)
        yield replace(self.frame(problem), **keys)

    def story(self, document: CptCheck) -> Story:
        facts = [("proved answer", document.answer or "unknown")]
        if document.published_right is not None:
            facts.append(("by the stored answer", "right" if document.published_right else "wrong"))
        title = document.problem or ""
        if document.abstained:
            told = {
                "justified": "To abstain is justified: the answer is open.",
                "premature": "To abstain is premature: the answer is settled.",
            }
            good = document.support == "justified"
            sentence = told.get(document.support or "", "Whether the answer is open is not known.")
            return Story(title, sentence, tone=Tone.GOOD if good else Tone.BAD, facts=tuple(facts))
        if document.said is None:
            return Story(title, "There is no answer: neither yes nor no.", tone=Tone.BAD)
        words = {
            True: ("right", Tone.GOOD),
            False: ("wrong", Tone.BAD),
            None: ("neither right nor wrong", Tone.SOME),
        }
        word, tone = words[document.right]
        why = {
            "unsupported": ": the given numbers leave it open",
            "refuted": ": every network refutes it",
        }
        sentence = f"The answer {document.said} is {word}{why.get(document.support or '', '')}."
        return Story(title, sentence, tone=tone, facts=tuple(facts))
