"""Gold errata in audits of finite problems: stored answers that do not follow, gold that is no member."""

from __future__ import annotations

from symcause.audits.errata import Basis, Erratum, Kind, of_verdict
from symcause.audits.of_space.query_parts import IMPOSSIBLE, UNDETERMINED, QueryPart, QueryStatus
from symcause.audits.verdicts import Verdict
from symcause.families.finite.audits.finite_verdict import is_wrong
from symcause.families.finite.documents.audit_document import FiniteAudit
from symcause.families.finite.documents.model_part import ModelPart
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.families.finite.scoring.answer_check import gold_model

_OF_GOLD = (Verdict.INVALID, Verdict.GOLD_OUTSIDE)
"""Verdicts about gold itself, whatever is asked."""

_UNLESS: dict[Kind, str] = {
    "wrong": "the class is another than the one that the file declares",
    "ill-posed": "the class is smaller than the one declared, or the file does not hold all evidence",
    "open": "nothing is stored that could be wrong",
    "inconsistent": "the class is larger than the one declared, or a row is not what was seen",
}


def erratum(problem: FiniteProblem, document: FiniteAudit) -> tuple[Erratum, ...]:
    """What is wrong with gold, then with the stored answers, query by query."""
    errata: list[Erratum] = []
    if problem.gold is not None and (not problem.queries or document.verdict in _OF_GOLD):
        one = of_verdict(document.verdict, problem.id, _stored(problem), document.sentence)
        errata += [] if one is None else [one]
    for query in document.queries or ():
        kind = kind_of(query)
        if kind is not None:
            errata.append(_of_query(problem, query, kind))
    return tuple(errata)


def kind_of(query: QueryPart) -> Kind | None:
    """What is wrong with the stored answer of a query; None: nothing, or nobody knows."""
    if query.status == QueryStatus.IMPOSSIBLE:
        return None if query.gold == IMPOSSIBLE else "inconsistent"
    if is_wrong(query):
        return "wrong"
    if query.status == QueryStatus.UNDETERMINED and query.gold != UNDETERMINED:
        return "open" if query.gold is None else "ill-posed"
    return None


def _of_query(problem: FiniteProblem, query: QueryPart, kind: Kind) -> Erratum:
    proved = follows(query)
    return Erratum(
        item=f"{problem.id}#{query.id}",
        stored=query.gold,
        derived=query.answer,
        kind=kind,
        cause=_cause(query),
        reason=proved,
        caption="members that answer differently" if query.witness else None,
        shown=tuple(
            f"{one.value}: {'; '.join(f'{v} = {text}' for v, text in one.mechanisms.items())}"
            for one in query.witness or ()
        ),
        basis=Basis(proved=proved, unless=_UNLESS[kind]),
    )


def _cause(query: QueryPart) -> str | None:
    """What the derived answer rests on."""
    if query.status == QueryStatus.SETTLED:
        return "every explaining model says so"
    return query.reason if query.by is None else f"by {query.by}"


def follows(query: QueryPart) -> str:
    """What follows about a query, in a sentence."""
    if query.status == QueryStatus.IMPOSSIBLE:
        return f"{(query.reason or IMPOSSIBLE)[:1].upper()}{(query.reason or IMPOSSIBLE)[1:]}."
    values = " and ".join(map(str, query.values or ()))
    if query.status == QueryStatus.SETTLED:
        return f"In every model of the class that explains the worlds it is {values}."
    where = "one of the models" if query.by == "contexts" else "the models"
    return f"By {where} of the class that explain the worlds it may be {values}."


def _stored(problem: FiniteProblem) -> object:
    judged = gold_model(problem)
    if judged is None or judged.model is None:
        return None
    return ModelPart.of(problem, judged.model).to_dict()
