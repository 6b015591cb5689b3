"""The audit question to a version space: whether it has one member, and what separates two."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from time import process_time
from typing import ClassVar, TypeVar

from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.audits.certificate_acceptance import accepted, proven
from symcause.audits.documents import AuditDocument, Document
from symcause.audits.of_space.count import unlisted
from symcause.audits.of_space.member_collection import several
from symcause.audits.of_space.space_documents import MemberPart, SpaceAudit
from symcause.audits.of_space.space_question import GOLD, M, OfSpace, P, S, spelled
from symcause.audits.question import option
from symcause.audits.space import Separation
from symcause.audits.story import Line, Section, Story
from symcause.audits.verdicts import WORDS, Verdict, in_short, judge
from symcause.models.number_phrases import plural
from symcause.registry import family_of, load

V = TypeVar("V", bound=AuditDocument)


@dataclass(frozen=True)
class AuditOfSpace(OfSpace[V, P, S, M]):
    """The verdict by the count, the edges, and two members with the experiment that separates them.

    Without further knowledge of the family, gold that is no member is ``invalid``: whether the class or
    the evidence excludes it, the objections say.
    """

    name: ClassVar[str] = "audit"
    document: ClassVar[type[Document]] = SpaceAudit
    noun: ClassVar[str] = "model"

    certificate: bool = option(False, "Make a certificate.", "flag", hidden=True)

    def sentence(self, document: V) -> str:
        """The verdict in words."""
        verdict = Verdict(document.verdict or Verdict.UNKNOWN)
        several = plural(document.count or 0, self.noun)
        if document.count is None:
            several = f"At least two {self.noun}s"
        reason = document.reason
        if verdict is not Verdict.INVALID:
            reason = reason or "Nothing is known"
        words = WORDS[verdict]
        places = {"one": self.noun, "any": self.noun, "several": several, "explain": "explain"}
        return (words.because or words.sentence).format(
            **places, evidence="the evidence", scope="", reason=reason
        )

    def answers(self, problem: P) -> Iterator[V]:
        start, document, space = process_time(), self.frame(problem), self.opened(problem)
        gold = None if getattr(problem, GOLD, None) is None else self.model(space, GOLD, GOLD)
        objections = () if gold is None else space.objections(gold)
        count = space.count()
        known = count if isinstance(count, int) else None
        fits = None if gold is None else not objections
        at_least = 2 if known is None and several(space) else known
        verdict = judge(at_least, gold_ok=fits, gold_is_member=fits)
        reason = str(objections[0]) if objections else None
        if not isinstance(count, int) and verdict in (Verdict.UNKNOWN, Verdict.AMBIGUOUS):
            reason = unlisted(count)
        document = replace(
            document, verdict=str(verdict), settled=verdict.settled, count=known, reason=reason
        )
        document = replace(document, sentence=self.sentence(document))
        yield document
        document = self.detailed(document, space)
        if self.certificate:
            document = self.certified(document, problem)
        yield replace(document, seconds=round(process_time() - start, 4))

    def detailed(self, document: V, space: S) -> V:
        """With what the family says beyond the verdict: edges, two members, an experiment."""
        said = self.named_edges(space)
        if said is not None:
            document = replace(document, edges=said)
        pair = [m for m in islice(space.members(), 2) if not isinstance(m, Unknown)]
        parts = tuple(MemberPart(model=self.shown(space, member)) for member in pair)
        document = replace(document, members=parts)
        if len(pair) < 2:
            return document
        separation = space.separate(*pair)
        if isinstance(separation, Unknown):
            return document
        shown = dict(separation.experiment) if isinstance(separation, Separation) else None
        return replace(document, separable=shown is not None, experiment=shown)

    def named_edges(self, space: S) -> dict[str, str] | None:
        """What every edge is: always there, never, open; None where that is not known."""
        edges = space.edges()
        if isinstance(edges, Unknown):
            return None
        return {f"{a}->{b}": str(status) for (a, b), status in edges.items()}

    def certified(self, document: V, problem: P) -> V:
        """With the certificate of the verdict, where the family can make one."""
        family = family_of(problem)
        if family.certify is None:
            return replace(document, certificate_reason=f"{family.title} have no certificates")
        made = load(family.certify)(problem)
        if made is None:
            return replace(document, certificate_reason=f"no certificate of {document.verdict!r}")
        return proven(document, accepted(problem, made))

    def story(self, document: V) -> Story:
        verdict = Verdict(document.verdict or Verdict.UNKNOWN)
        short = in_short(verdict, document.count, self.noun)
        parts = document.members if isinstance(document, SpaceAudit) else ()
        lines = tuple(Line(f"  {spelled(part.model)}") for part in parts)
        sections = (Section("Two of them", lines),) if len(lines) > 1 else ()
        title = document.problem or ""
        return Story(
            title, document.sentence, str(verdict), verdict.tone, sections=sections, short=short
        )
