"""Gold errata in cpt audits: stored answers and values that are wrong, open or ill-posed."""

from __future__ import annotations

from dataclasses import replace

from symcause.audits.errata import Basis, Erratum, Kind, Reading, kind_of
from symcause.families.cpt.documents.question_documents import CptAudit
from symcause.families.cpt.models.answer_rule import ILL_POSED, INCONSISTENT, OPEN, TIE, UNKNOWN
from symcause.families.cpt.problem.problem import CptProblem

_KINDS: dict[str, Kind] = {
    ILL_POSED: "ill-posed",
    TIE: "ill-posed",
    OPEN: "open",
    INCONSISTENT: "inconsistent",
}
"""Answers beside which no stored yes or no is right."""

_CAPTION = "what the numbers say"

_UNLESS: dict[Kind, str] = {
    "wrong": "the graph, the numbers or the query are not those that the question means",
    "reading": "the reading in which it is right is the one that is meant",
    "open": "a number or an assumption that the question does not state settles it",
    "ill-posed": "the question means something that tells its two answers apart",
    "inconsistent": "a number is rounded more than the file says, or the graph is another one",
}


def erratum(problem: CptProblem, document: CptAudit) -> Erratum | None:
    """The erratum about the stored answer of a problem, or about the value stored beside it."""
    if problem.gold is None or document.answer is None:
        return None
    readings = _readings(problem, document)
    kind = _KINDS.get(document.answer)
    if kind is None and (document.gold_right is False or document.text_agrees is False):
        kind = kind_of(readings)
    if kind is not None:
        return Erratum(
            item=problem.id,
            stored=problem.gold,
            derived=_other_answer(document) if kind == "reading" else document.answer,
            kind=kind,
            basis=Basis(
                proved=_follows(document),
                readings=readings if kind in ("wrong", "reading") else (),
                unless=_UNLESS[kind],
            ),
            cause=_cause(document, kind),
            reason=document.sentence if kind == "wrong" else _follows(document),
            caption=_CAPTION,
            shown=_shown(document),
            claimed=_asked(problem),
        )
    if document.stored_value_right is False:
        return Erratum(
            item=problem.id,
            stored=document.stored_value,
            derived=_derived(problem, document),
            kind="wrong",
            cause="the stored value is not that of the tables",
            reason=document.sentence,
            basis=Basis(
                proved=f"the tables give {_derived(problem, document)}",
                unless="the stored value is of other tables than those beside it",
            ),
            caption=_CAPTION,
            shown=_shown(document),
            claimed=_asked(problem),
        )
    return None


def _asked(problem: CptProblem) -> str:
    """The query, and between which variables."""
    query = problem.query
    return f"{query.type}, {query.treatment} on {query.outcome}"


def _follows(document: CptAudit) -> str:
    """What the numbers say, without a word about the stored answer."""
    return document.sentence.partition(" The stored answer, ")[0]


def _readings(problem: CptProblem, document: CptAudit) -> tuple[Reading, ...]:
    """Every ground on which a release answers: its tables, the numbers and the equations of its text."""
    from symcause.models.exact_numbers import read_number

    gold, tables = problem.gold, problem.tables is not None
    own = "by the tables" if tables else "by the numbers that are given"
    readings = [Reading(name=own, right=document.gold_right)]
    if document.threshold_applied and document.value is not None:
        bare = replace(problem.rule, threshold=None).answer(read_number(document.value))
        readings.append(Reading(name="by the sign of the value, however small", right=gold == bare))
    if document.given_answer is not None:
        printed = None if document.given_answer == UNKNOWN else gold == document.given_answer
        readings.append(Reading(name="by the numbers that are given", right=printed))
    if document.text_answer is not None:
        readings.append(
            Reading(name="by the equations of the text", right=gold == document.text_answer)
        )
    return tuple(readings)


def _other_answer(document: CptAudit) -> str | None:
    """The answer that contradicts gold where another reading agrees with it."""
    if document.gold_right is False or document.text_answer is None:
        return document.answer
    return document.text_answer


def _derived(problem: CptProblem, document: CptAudit) -> str | None:
    """The value of the tables in the terms of the release: P(Y) for a marginal."""
    from symcause.families.cpt.documents.question_documents import fraction
    from symcause.families.cpt.models.query_values import HALF
    from symcause.models.exact_numbers import read_number

    if document.value is None:
        return document.answer
    if problem.query.type != "marginal":
        return document.value
    return fraction(read_number(document.value) + HALF)


def _cause(document: CptAudit, kind: Kind) -> str | None:
    """Why the stored answer is what it is, where the document shows that."""
    if kind == "reading" and document.text_agrees is False:
        return "the equations of the text are not those of the tables"
    if kind == "ill-posed" and document.valid is not None:
        return "both sets are valid" if document.valid[0] else "neither set is valid"
    if kind == "wrong" and document.stored_value_right is False:
        return "the stored value is not that of the tables"
    return None


def _shown(document: CptAudit) -> tuple[str, ...]:
    """What a reader may look at: two networks by their values, and numbers that the tables contradict."""
    networks = tuple(
        f"a network with the value {part.value} answers {part.answer}"
        for part in document.alternatives
    )
    if document.value is not None:
        networks = (f"the tables give {document.value}", *networks)
    elif document.low is not None:
        networks = (f"the given numbers leave {document.low} to {document.high}", *networks)
    wrong = tuple(
        f"{part.number} is given as {part.given}, the tables have {part.tables}"
        for part in document.given_right or ()
    )
    return (*networks, *wrong)
