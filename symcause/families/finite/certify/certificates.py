"""Certificates of finite problems: of the verdict about the model, of the count, of the answer to a query.

Untrusted: whatever they say, the kernel decides
(:func:`symcause.audits.certificate_acceptance.accepted`). Where a cell was not observed nothing proves a
claim about all members but their listing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

from symcause.answers import Unknown
from symcause.audits.certificate_acceptance import Accepted, accepted
from symcause.audits.of_space.query_parts import QueryStatus
from symcause.errors import LimitError, UsageError
from symcause.families.finite.certify.stuck_sets import StuckSets
from symcause.families.finite.certify.two_answers import two_answers
from symcause.families.finite.documents.model_part import mechanism_texts, roots_of
from symcause.families.finite.files.document_writer import write_finite
from symcause.families.finite.models.compiled_answers import AnswerFault, compiled
from symcause.families.finite.problem.fingerprint import fingerprint
from symcause.families.finite.problem.problem import FiniteProblem, Query
from symcause.families.finite.scoring.query_answers import QueryAnswer, answer_of
from symcause.families.finite.space.space_choice import open_space
from symcause.families.finite.verifier.certificate_question import CertifiedQuestion
from symcause.families.finite.verifier.certificate_reader import (
    AMBIGUOUS,
    ANSWER,
    COUNT,
    INCONSISTENT,
    LISTING,
    LOCAL,
    MODELS,
    RECURSION,
    SETTING,
    STUCK,
    TWO,
    UNIQUE,
    Case,
    Certificate,
    WrittenModel,
)
from symcause.kernel.nodes import Rejected
from symcause.kernel.work import Work
from symcause.mechanisms.tables.table_models import TableModel

_SECONDS = 60.0
"""How much the kernel's derivations may take while a certificate is made."""


def certify(problem: FiniteProblem) -> dict[str, object] | None:
    """The certificate of the verdict about the model; None where a verdict has none."""
    space = open_space(problem)
    members = list(islice(space.members(), 2))
    known = [member for member in members if not isinstance(member, Unknown)]
    if len(known) < len(members):
        return None
    if problem.gold is not None:
        try:
            gold = compiled(problem, problem.gold)
        except AnswerFault:
            return None
        if space.objections(gold):
            return None
    try:
        return CertificateMaker(problem, problem).verdict(known).to_dict()
    except (Rejected, LimitError):
        return None


def verdict_certificate(
    problem: FiniteProblem, members: Sequence[TableModel], filed: FiniteProblem | None = None
) -> Accepted | Unknown:
    """The certificate that there is no member, this one, or at least these two.

    *filed* is the problem as in its file, where another class or setting was asked about.
    """
    return _accepted(problem, filed, lambda make: make.verdict(members))


def count_certificate(
    problem: FiniteProblem, count: int, filed: FiniteProblem | None = None
) -> Accepted | Unknown:
    """The certificate of the number of members."""
    return _accepted(problem, filed, lambda make: make.count(count))


def answer_certificate(
    problem: FiniteProblem,
    query: Query,
    answer: QueryAnswer | None = None,
    filed: FiniteProblem | None = None,
) -> Accepted | Unknown:
    """The certificate of what follows about a query."""
    known = answer_of(open_space(problem), query) if answer is None else answer
    return _accepted(problem, filed, lambda make: make.answer(query, known))


def _accepted(
    problem: FiniteProblem,
    filed: FiniteProblem | None,
    make: Callable[[CertificateMaker], Certificate],
) -> Accepted | Unknown:
    own = problem if filed is None else filed
    try:
        return accepted(own, make(CertificateMaker(problem, own)))
    except (Rejected, LimitError, UsageError) as error:
        return Unknown(str(error))


def asked_parts(asked: FiniteProblem, filed: FiniteProblem) -> dict[str, object]:
    """What of the document is asked otherwise than in the problem's file."""
    if asked is filed:
        return {}
    told, own = write_finite(asked), write_finite(filed)
    keys = [key for key in ("class", "knowledge") if told.get(key) != own.get(key)]
    if asked.disclosure != filed.disclosure:
        keys += [key for key in SETTING if key in told]
    return {key: told.get(key, {}) for key in keys}


@dataclass(frozen=True)
class CertificateMaker:
    """Makes certificates about one problem, as it is asked about and as in its file."""

    problem: FiniteProblem
    filed: FiniteProblem

    @cached_property
    def _question(self) -> CertifiedQuestion:
        return CertifiedQuestion(self.problem, Work(_SECONDS))

    def _certificate(self, claim: str, kind: str) -> Certificate:
        parts = asked_parts(self.problem, self.filed)
        return Certificate(fingerprint(self.filed), claim, kind, asked=parts)

    def verdict(self, members: Sequence[TableModel]) -> Certificate:
        """That there is no member, this one, or at least these two."""
        written = tuple(map(self._written, members[:2]))
        if len(written) > 1:
            return replace(self._certificate(AMBIGUOUS, MODELS), models=written)
        claim, kind = (UNIQUE, LOCAL) if written else (INCONSISTENT, STUCK)
        model = written[0] if written else None
        if self.problem.holed:
            return replace(self._certificate(claim, LISTING), model=model)
        roots = set(members[0].roots) if members else None
        others = [other for other in self._question.root_sets() if set(other) != roots]
        stuck = StuckSets(self._question).excluding(others) if others else ()
        if stuck is None:
            raise UsageError("another root set has a member")
        return replace(self._certificate(claim, kind), model=model, stuck=stuck)

    def count(self, number: int) -> Certificate:
        """That there are so many members."""
        kind = LISTING if self.problem.holed else RECURSION
        return replace(self._certificate(COUNT, kind), count=number)

    def answer(self, query: Query, answer: QueryAnswer) -> Certificate:
        """That this follows about a query."""
        if answer.status is QueryStatus.UNKNOWN or answer.answer is None:
            raise UsageError(answer.reason or "it is not known what follows about the query")
        shown = answer.witnesses or two_answers(self.problem, query, answer)
        kind = LISTING if shown is None else TWO
        cases = tuple(Case(self._written(w.model), w.value, w.state) for w in shown or ())
        made = self._certificate(ANSWER, kind)
        return replace(made, query=query.id, answer=answer.answer, cases=cases)

    def _written(self, model: TableModel) -> WrittenModel:
        return WrittenModel(roots_of(self.problem, model), mechanism_texts(self.problem, model))
