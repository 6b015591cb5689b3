"""The whole audit of a finite problem: verdict first, then what members share, others, and the profile."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from time import process_time
from typing import TYPE_CHECKING

from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.audits.certificate_acceptance import Accepted, proven
from symcause.audits.of_space.query_parts import QueryPart, QueryWitnessPart
from symcause.audits.verdicts import Verdict
from symcause.errors import UsageError, did_you_mean
from symcause.families.finite.audits.class_profile import profile
from symcause.families.finite.audits.finite_verdict import (
    ABOUT_ANSWERS,
    is_ill_posed,
    is_wrong,
    verdict_of,
)
from symcause.families.finite.audits.gold_errata import erratum
from symcause.families.finite.audits.gold_judgement import gold_part, model_verdict
from symcause.families.finite.audits.heldout_queries import heldout_queries
from symcause.families.finite.audits.model_separations import alternative_part
from symcause.families.finite.audits.reference_model import reference_of
from symcause.families.finite.audits.verdict_sentence import sentence_of
from symcause.families.finite.documents.audit_document import FiniteAudit
from symcause.families.finite.documents.model_part import ModelPart, mechanism_texts, roots_of
from symcause.families.finite.problem.problem import FiniteProblem, Query
from symcause.families.finite.scoring.query_answers import Answering, QueryAnswer, QueryWitness
from symcause.families.finite.space.space_choice import AnySpace, open_space

if TYPE_CHECKING:
    from symcause.families.finite.documents.separation_part import AlternativePart

VERDICT, COUNT, ANSWER = "verdict", "count", "answer"
CLAIMS = (VERDICT, COUNT, ANSWER)
"""What a certificate of an audit can be about."""


class WholeAudit:
    """The audit of one problem in the class asked for."""

    def __init__(
        self,
        problem: FiniteProblem,
        *,
        filed: FiniteProblem,
        limit: int,
        most_targets: int,
        query: str | None = None,
        heldout: bool = False,
    ) -> None:
        known = [one.id for one in problem.queries]
        if query is not None and query not in known:
            remedy = did_you_mean(query, known) if known else "the problem has no query"
            raise UsageError("no such query", place="--query", value=query, remedy=remedy)
        self.problem, self._filed = problem, filed
        self.space = open_space(problem)
        self._limit, self._most_targets, self._query = limit, most_targets, query
        self._heldout = tuple(heldout_queries(problem)) if heldout else None
        self._answers: list[tuple[Query, QueryAnswer]] = []

    def documents(
        self, frame: FiniteAudit, claim: str | None, *, of_errata: bool = False
    ) -> Iterator[FiniteAudit]:
        """Ever more of the audit; *claim*: what a certificate is made of, None: none is.

        A certificate *of errata* is made only where something stored is wrong: one of an answer that every
        model gives may take far longer than the audit, and nobody asks for it.
        """
        start = process_time()
        document = self._judged(frame)
        yield document
        document = self._shared(document)
        yield document
        document = self._compared(document)
        yield document
        document = replace(document, profile=tuple(profile(self.space)))
        if claim is not None and (not of_errata or erratum(self.problem, document)):
            yield document
            document = self._certified(document, claim)
        yield replace(document, seconds=round(process_time() - start, 4))

    def _judged(self, document: FiniteAudit) -> FiniteAudit:
        """With gold, the count, the queries and the verdict."""
        gold, counted = gold_part(self.problem), self.space.count()
        count = counted if isinstance(counted, int) else None
        several = count is None and _several(self.space)
        verdict = model_verdict(gold, count, several=several)
        answering = Answering(self.space)
        self._answers = [(query, answering.answer(query)) for query in self.problem.queries]
        queries = tuple(_query_part(self.problem, *one) for one in self._answers)
        if self._heldout is not None:
            asked = ((query, answering.answer(query)) for query in self._heldout)
            document = replace(
                document, heldout=tuple(_query_part(self.problem, *one) for one in asked)
            )
        whole = verdict_of(verdict, self.problem.task, queries)
        reason = counted.reason if isinstance(counted, Unknown) else None
        document = replace(
            document,
            gold=gold,
            count=count,
            model_verdict=str(verdict),
            queries=queries or None,
            verdict=str(whole),
            settled=whole.settled,
            reason=reason,
        )
        return replace(document, sentence=sentence_of(document))

    def _shared(self, document: FiniteAudit) -> FiniteAudit:
        """With what members share: edges, functions of every variable, whether they can be told apart."""
        separable, edges = self.space.separable(), self.space.edges()
        counts = self.space.function_counts()
        listed: dict[str, str] | None = None
        if document.count == 0:
            listed = {}
            document = replace(document, unexplained=self.space.unexplained())
        elif not isinstance(edges, Unknown):
            listed = {f"{a}->{b}": str(status) for (a, b), status in edges.items()}
        return replace(
            document,
            separable=None if isinstance(separable, Unknown) else separable,
            edges=listed,
            variables=None if isinstance(counts, Unknown) else counts,
        )

    def _compared(self, document: FiniteAudit) -> FiniteAudit:
        """With members other than gold, or than the simplest; none where gold is not valid."""
        verdict = document.model_verdict
        one = document.count is not None and document.count < 2
        if verdict == Verdict.INVALID or (one and verdict != Verdict.GOLD_OUTSIDE):
            return document
        reference = reference_of(self.space)
        if reference is None or isinstance(reference, Unknown):
            return document
        parts: list[AlternativePart] = []
        for other in islice(self.space.others(reference), self._limit):
            if isinstance(other, Unknown):
                break
            parts.append(alternative_part(self.space, reference, other, self._most_targets))
        part = ModelPart.of(self.problem, reference)
        return replace(document, reference=part, alternatives=tuple(parts))

    def _certified(self, document: FiniteAudit, claim: str) -> FiniteAudit:
        """With a certificate that the kernel accepts, or why there is none."""
        made = self._certificate(document, claim)
        if isinstance(made, Unknown):
            return replace(document, certificate_reason=made.reason)
        return proven(document, made)

    def _certificate(self, document: FiniteAudit, claim: str) -> Accepted | Unknown:
        from symcause.families.finite.certify import certificates

        about_answers = self._query is not None or document.verdict in ABOUT_ANSWERS
        if claim == ANSWER or (claim == VERDICT and about_answers):
            if not self._answers:
                return Unknown("the problem has no query")
            proved = self._answers[self._proved(document)]
            return certificates.answer_certificate(self.problem, *proved, self._filed)
        if claim == COUNT:
            if document.count is None:
                return Unknown(document.reason or "the number is not known")
            return certificates.count_certificate(self.problem, document.count, self._filed)
        if document.model_verdict in _WITHOUT:
            return Unknown(f"no certificate of {document.model_verdict!r}")
        members = self.space.first_members(2)
        if isinstance(members, Unknown):
            return members
        return certificates.verdict_certificate(self.problem, members, self._filed)

    def _proved(self, document: FiniteAudit) -> int:
        """The place of the query that is asked for; else of one on which the verdict rests, else 0."""
        for tells in (self._is_named, is_wrong, is_ill_posed):
            places = [at for at, one in enumerate(document.queries or ()) if tells(one)]
            if places:
                return places[0]
        return 0

    def _is_named(self, query: QueryPart) -> bool:
        return query.id == self._query


_WITHOUT = (Verdict.INVALID, Verdict.GOLD_OUTSIDE, Verdict.UNKNOWN)


def _several(space: AnySpace) -> bool:
    """Are two members known, however many there are?"""
    members = space.first_members(2)
    return not isinstance(members, Unknown) and len(members) == 2


def _query_part(problem: FiniteProblem, query: Query, answer: QueryAnswer) -> QueryPart:
    shown = None
    if answer.witnesses is not None:
        shown = tuple(_witness_part(problem, one) for one in answer.witnesses)
    return QueryPart(
        id=query.id,
        status=str(answer.status),
        answer=answer.answer,
        reason=answer.reason,
        by=None if answer.by is None else str(answer.by),
        witness=shown,
        values=answer.values,
        gold=query.gold,
        gold_right=answer.gold_right(query.gold),
    )


def _witness_part(problem: FiniteProblem, witness: QueryWitness) -> QueryWitnessPart:
    return QueryWitnessPart(
        value=witness.value,
        roots=roots_of(problem, witness.model),
        mechanisms=mechanism_texts(problem, witness.model),
        state=witness.state,
    )
