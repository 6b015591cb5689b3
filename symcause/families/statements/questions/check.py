"""The statements ``check`` question: whether yes, no or cannot tell is right and proved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.audits.abstention_story import abstention_story
from symcause.audits.question import option
from symcause.audits.story import Story, Tone
from symcause.families.statements.documents.question_documents import StatementsCheck
from symcause.families.statements.questions.options import InReading

if TYPE_CHECKING:
    from symcause.families.statements.problem.problem import StatementsProblem


@dataclass(frozen=True)
class Check(InReading[StatementsCheck]):
    """An answer against the verdict and against the stored label."""

    name: ClassVar[str] = "check"
    document: ClassVar[type[StatementsCheck]] = StatementsCheck

    answer: str = option(
        "", 'The answer: yes, no, or a reply with {"answer": "yes"} in it.', hidden=True
    )

    def answers(self, problem: StatementsProblem) -> Iterator[StatementsCheck]:
        from symcause.families.statements.problem.verdict_kinds import gold_right
        from symcause.families.statements.scoring.answer_support import judged_answer
        from symcause.families.statements.space.hypothesis_verdict import judged

        read = self.read(problem)
        judgement = judged(read)
        document = replace(
            self.frame(problem),
            verdict=str(judgement.verdict),
            count=judgement.count,
            unique=None if judgement.count is None else judgement.count == 1,
            gold=problem.gold,
            gold_right=gold_right(judgement.verdict, problem.gold),
            **judged_answer(read, judgement.verdict, self.answer),
        )
        if document.abstained:
            yield replace(document, justified=document.abstention)
            return
        if document.answer is None:
            yield replace(document, right=False, justified=False, reason="neither yes nor no")
            return
        said = document.support
        yield replace(document, valid=True, justified=None if said is None else said == "justified")

    def story(self, document: StatementsCheck) -> Story:
        facts = [("what the statements say", document.verdict or "unknown")]
        if document.abstained:
            return abstention_story(document, tuple(facts))
        title = document.problem or ""
        if not document.valid:
            return Story(title, "There is no answer: neither yes nor no.", tone=Tone.BAD)
        if document.published_right is not None:
            by_label = "right" if document.published_right else "wrong"
            facts.append(("by the stored label", by_label))
        text = {True: "right", False: "wrong", None: "neither right nor wrong"}[document.right]
        why = _GROUNDS.get(document.support or "", "no DAG fits the statements, or nobody knows")
        tone = Tone.UNKNOWN if document.right is None else Tone.GOOD if document.right else Tone.BAD
        sentence = f"The answer {document.answer} is {text}: {why}."
        return Story(title, sentence, tone=tone, facts=tuple(facts))


_GROUNDS = {
    "justified": "the statements prove it",
    "refuted": "the statements refute it",
    "unsupported": "the hypothesis is true in some DAGs that fit and false in others",
}
