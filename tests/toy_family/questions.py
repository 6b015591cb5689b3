"""What coin problems answer."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from symcause.audits.documents import AuditDocument, CheckDocument, CountDocument, Document
from symcause.audits.question import Question, option
from symcause.audits.story import Story, Tone
from symcause.episodes.playing import Judge as Judging
from symcause.episodes.playing import Play as Playing
from symcause.models.words import log10, plural
from tests.toy_family.problem import CoinProblem
from tests.toy_family.space import CoinSpace


class CoinAudit(AuditDocument, frozen=True, kw_only=True):
    hidden: tuple[str, ...] = ()


@dataclass(frozen=True)
class Audit(Question[CoinProblem, CoinAudit]):
    name: ClassVar[str] = "audit"
    document: ClassVar[type[Document]] = CoinAudit

    loudly: bool = option(False, "Say it in capitals.", "flag")
    certificate: bool = option(False, "", "flag", hidden=True)

    def frame(self, problem: CoinProblem) -> CoinAudit:
        return CoinAudit(family="coins", problem=problem.id)

    def answers(self, problem: CoinProblem) -> Iterator[CoinAudit]:
        hidden = tuple(name for name in problem.coins if name not in problem.seen)
        count = CoinSpace(problem).count()
        assert isinstance(count, int)
        said = f"{plural(len(hidden), 'coin')} not seen."
        yield CoinAudit(
            family="coins",
            problem=problem.id,
            verdict="hidden" if hidden else "seen",
            settled=not hidden,
            sentence=said.upper() if self.loudly else said,
            count=count,
            hidden=hidden,
            certificate=None if hidden or not self.certificate else {"problem": {"id": problem.id}},
            seconds=0.0,
        )

    def story(self, document: CoinAudit) -> Story:
        tone = Tone.GOOD if document.settled else Tone.SOME
        title = str(document.problem)
        return Story(title, document.sentence, document.verdict, tone, notes=document.hidden)


@dataclass(frozen=True)
class Count(Question[CoinProblem, CountDocument]):
    name: ClassVar[str] = "count"
    document: ClassVar[type[Document]] = CountDocument

    def frame(self, problem: CoinProblem) -> CountDocument:
        return CountDocument(family="coins", problem=problem.id, identity="sides")

    def answers(self, problem: CoinProblem) -> Iterator[CountDocument]:
        count = CoinSpace(problem).count()
        assert isinstance(count, int)
        yield CountDocument(
            family="coins",
            problem=problem.id,
            identity="sides",
            count=count,
            log10=log10(count),
            status="exact",
        )

    def story(self, document: CountDocument) -> Story:
        return Story(str(document.problem), f"{document.count} ways")


@dataclass(frozen=True)
class Check(Question[CoinProblem, CheckDocument]):
    name: ClassVar[str] = "check"
    document: ClassVar[type[Document]] = CheckDocument

    answer: str = option("", "", hidden=True)

    def frame(self, problem: CoinProblem) -> CheckDocument:
        return CheckDocument(family="coins", problem=problem.id)

    def answers(self, problem: CoinProblem) -> Iterator[CheckDocument]:
        try:
            found = json.loads(self.answer)
        except ValueError:
            found = None
        model = tuple(found.items()) if isinstance(found, dict) else ()
        yield CheckDocument(
            family="coins",
            problem=problem.id,
            right=model in CoinSpace(problem),
            unique=CoinSpace(problem).count() == 1,
        )

    def story(self, document: CheckDocument) -> Story:
        return Story(str(document.problem), "right" if document.right else "wrong")


def answer_text(problem: CoinProblem, answer: object) -> str:
    if isinstance(answer, tuple):
        return json.dumps(dict(answer))
    if isinstance(answer, Mapping):
        return json.dumps(dict(answer))
    raise TypeError(f"not an answer about coins: {type(answer).__name__}")


@dataclass(frozen=True)
class Play(Playing[CoinProblem]):
    polite: bool = option(False, "Say please.", "flag")


class Judge(Judging):
    """A transcript about coins."""
