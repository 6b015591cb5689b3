"""The ShapeWorld ``check`` question: whether an answer is right and proved by the transcript."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.audits.abstention_story import abstention_story
from symcause.audits.question import option
from symcause.audits.story import Story, Tone
from symcause.families.shapeworld.documents.question_documents import ShapeWorldCheck
from symcause.families.shapeworld.questions.options import FromStart
from symcause.models.number_phrases import plural, yes_no

if TYPE_CHECKING:
    from symcause.families.shapeworld.problem.problem import ShapeWorldProblem


@dataclass(frozen=True)
class Check(FromStart[ShapeWorldCheck]):
    """An answer against the truth and against what was seen."""

    name: ClassVar[str] = "check"
    document: ClassVar[type[ShapeWorldCheck]] = ShapeWorldCheck

    answer: str = option(
        "", 'The answer: yes, no, or a reply with {"answer": "yes"} in it.', hidden=True
    )

    def answers(self, problem: ShapeWorldProblem) -> Iterator[ShapeWorldCheck]:
        from symcause.families.shapeworld.problem.reply_reader import read_answer, why_unread
        from symcause.families.shapeworld.problem.verdict_kinds import (
            Support,
            contradicts_key,
            lucky,
            support,
        )
        from symcause.families.shapeworld.scoring.abstention import answer_standing, heard
        from symcause.families.shapeworld.space.any_start.reading_choice import read_start

        space, said = self.space(problem), read_answer(self.answer)
        read = read_start(space, self.read(problem))
        verdict, history = read.verdict, read.history
        truth = problem.right
        supported = support(verdict, said, truth)
        count = history.last.count
        document = replace(
            self.frame(problem),
            verdict=str(verdict),
            count=count,
            unique=None if count is None else count == 1,
            in_class=None,
        )
        if read.of_steps:
            document = replace(document, start=str(read.start))
        if read.conflicts:
            document = replace(document, start_conflicts=True)
        if read.shortage is not None:
            document = replace(document, count=None, unique=None, reason=read.shortage)
        words = None if supported is None else str(supported)
        heard_, scope = heard(self.answer), space.scope.name
        document = replace(
            document, **answer_standing(problem, heard_, verdict, scope, words, read.start)
        )
        if heard_.abstained:
            yield replace(document, justified=document.abstention)
            return
        if said is None:
            reason = why_unread(self.answer)
            yield replace(document, right=False, justified=False, reason=reason)
            return
        yield replace(
            document,
            valid=True,
            answer="yes" if said else "no",
            right=None if truth is None else said == truth,
            justified=None if supported is None else supported is Support.JUSTIFIED,
            contradicts_key=contradicts_key(verdict, truth),
            lucky=lucky(supported, said, truth),
        )

    def story(self, document: ShapeWorldCheck) -> Story:
        if document.abstained:
            return abstention_story(
                document, (("what was seen says", document.verdict or "unknown"),)
            )
        if not document.valid:
            text = "There is no answer: neither yes nor no."
            notes = (document.reason,) if document.reason else ()
            return Story(document.problem or "", text, tone=Tone.BAD, notes=notes)
        tone = Tone.BAD if document.right is False else Tone.GOOD
        if document.lucky or (document.right is None and not document.justified):
            tone = Tone.SOME
        return Story(
            document.problem or "",
            _sentence(document),
            tone=tone,
            notes=_others(document),
            facts=(
                ("what was seen says", document.verdict or "unknown"),
                ("justified", yes_no(document.justified)),
                ("class", document.scope.name),
            ),
        )


_GROUNDS = {
    "justified": "what was seen proves it",
    "refuted": "what was seen refutes it",
    "unsupported": "what was seen leaves both answers open",
}


def _sentence(document: ShapeWorldCheck) -> str:
    """Right or wrong, and what the transcript says about it."""
    why = _GROUNDS.get(document.support or "", _unjudged(document))
    if document.verdict == "undecidable":
        why = "nothing that can be seen will ever decide the question"
    if document.right is None:
        return f"Whether the answer {document.answer} is right is not known; {why}."
    word = "right" if document.right else "wrong"
    fits = document.right == (document.support == "justified")
    link = ", and " if fits and document.support else ", but " if document.support else "; "
    if not document.right and document.support == "unsupported":
        link = "; "
    return f"The answer {document.answer} is {word}{link}{why}."


def _others(document: ShapeWorldCheck) -> tuple[str, ...]:
    """How many relations show the same, where it is more than one."""
    if not document.count or document.unique:
        return ()
    return (f"{plural(document.count, 'relation')} of the class fit what was seen",)


def _unjudged(document: ShapeWorldCheck) -> str:
    """Why the transcript says nothing about an answer."""
    if document.contradicts_key:
        return "the log contradicts the key"
    from symcause.families.shapeworld.audits.verdict_sentences import WORDS
    from symcause.families.shapeworld.problem.verdict_kinds import TranscriptVerdict

    verdict = TranscriptVerdict(document.verdict or TranscriptVerdict.UNKNOWN)
    said = WORDS[verdict].check.format(scope=document.scope.name)
    return said or "what the transcript proves is unknown"
