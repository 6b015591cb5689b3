"""The cpt audit of a table problem: value or range, answer and gold."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from msgspec.structs import replace

from symcause.errors import SymcauseError
from symcause.families.cpt.audits.text_equations import text_answer
from symcause.families.cpt.documents.question_documents import (
    ContradictionPart,
    CptAudit,
    NetworkPart,
    fraction,
)
from symcause.families.cpt.files.network_tables import shown_network
from symcause.families.cpt.models.answer_rule import ILL_POSED, NO, OPEN, SETTLED, UNKNOWN, YES
from symcause.families.cpt.models.back_doors import back_door
from symcause.families.cpt.models.query_values import HALF, outcome_under, query_value
from symcause.families.cpt.problem.problem import CptProblem
from symcause.families.cpt.space.network_space import Judgement, Member, NetworkSpace
from symcause.families.cpt.space.number_boxes import NumberBoxes
from symcause.models.exact_numbers import read_number

NEAR = Fraction(1, 10**6)
"""How far a stored value may be off."""


@dataclass(frozen=True)
class Found:
    """The findings about a problem: the answer, and what it rests on."""

    answer: str
    value: Fraction | None = None
    judgement: Judgement | None = None
    valid: tuple[bool, bool] | None = None

    @property
    def settled(self) -> bool | None:
        """Does it settle the question?"""
        return SETTLED[self.answer]


def judged(problem: CptProblem) -> Found:
    """The answer of a problem: by its tables, by its graph, or by what given numbers leave."""
    query = problem.query
    if query.type == "backadj":
        first, second = (
            back_door(problem.dag, query.treatment, query.outcome, names) for names in query.sets
        )
        answer = ILL_POSED if first == second else YES if first else NO
        return Found(answer, valid=(first, second))
    if query.type == "det-counterfactual":
        assert problem.tables is not None
        outcome = outcome_under(problem.tables, query)
        return Found(YES if outcome == query.value else NO)
    judgement = _judgement(problem)
    if problem.tables is not None:
        value = query_value(problem.tables, query)
        return Found(problem.rule.answer(value), value, judgement)
    assert judgement is not None
    return Found(judgement.answer, judgement=judgement)


def _judgement(problem: CptProblem) -> Judgement | None:
    """What the given numbers leave; the graph alone, where there are none and no tables."""
    if not problem.given and problem.tables is not None:
        return None
    return NetworkSpace(problem).judgement


def shown_member(member: Member) -> NetworkPart:
    """A member as documents have it."""
    shown = fraction(member.value)
    assert shown is not None
    return NetworkPart(tables=shown_network(member.network), value=shown, answer=member.answer)


def shown_certain(problem: CptProblem) -> NetworkPart:
    """The tables of a deterministic problem; its value is that of the outcome under the action."""
    assert problem.tables is not None
    outcome = outcome_under(problem.tables, problem.query)
    return NetworkPart(
        tables=shown_network(problem.tables), value=f"{outcome}/1", answer=judged(problem).answer
    )


def gold_right(problem: CptProblem, answer: str) -> bool | None:
    """Is the stored answer the right one? None without gold, or where there is no yes or no."""
    return None if problem.gold is None or answer not in (YES, NO) else problem.gold == answer


def audited(problem: CptProblem, frame: CptAudit) -> CptAudit:
    """The document of an audit."""
    found = judged(problem)
    judgement = found.judgement
    span = None if judgement is None else judgement.range
    given_only = problem.tables is None
    document = replace(
        frame,
        answer=found.answer,
        verdict=found.answer,
        settled=found.settled,
        value=fraction(found.value),
        gold_right=gold_right(problem, found.answer),
        valid=found.valid,
        status="unknown" if found.answer == UNKNOWN else "exact",
        reason=judgement.reason if judgement is not None and given_only else None,
        count=None if given_only else 1,
    )
    if found.value is not None:
        document = replace(document, threshold_applied=problem.rule.applied(found.value))
    if span is not None and judgement is not None:
        document = replace(
            document,
            low=fraction(span.low),
            high=fraction(span.high),
            attained=span.attained,
            identified=span.identified,
            assumed=problem.assume if span.method == "wald" else (),
        )
        if given_only and found.answer != UNKNOWN and not span.exact:
            document = replace(document, status="bounded")
    if judgement is not None and judgement.answer == OPEN:
        document = replace(document, alternatives=tuple(map(shown_member, judgement.members)))
    if judgement is not None and problem.given and not given_only:
        document = replace(
            document, given_answer=judgement.answer, given_right=contradictions(problem)
        )
    return _texts(problem, _stored(problem, document, found))


def contradictions(problem: CptProblem) -> tuple[ContradictionPart, ...]:
    """Given numbers that the tables contradict by more than half of the rounding."""
    assert problem.tables is not None
    wrong = set(NumberBoxes(problem).misfits(problem.tables))
    parts = []
    for term, number in problem.terms():
        if term.text in wrong:
            real = problem.tables.probability(dict(term.event), dict(term.given))
            parts.append(
                ContradictionPart(
                    number=term.text, given=fraction(number) or "", tables=fraction(real)
                )
            )
    return tuple(parts)


def _stored(problem: CptProblem, document: CptAudit, found: Found) -> CptAudit:
    """With the value that the release stores: P(Y) for a marginal, truth for a deterministic question."""
    value = problem.metadata.get("stored_value")
    if value is None:
        return document
    try:
        stored = read_number(str(value))
    except SymcauseError:
        return document
    wanted = found.value
    if problem.query.type == "marginal" and wanted is not None:
        wanted += HALF
    if problem.query.type == "det-counterfactual":
        wanted = Fraction(int(found.answer == YES))
    right = None if wanted is None else abs(stored - wanted) <= NEAR
    return replace(document, stored_value=str(value), stored_value_right=right)


def _texts(problem: CptProblem, document: CptAudit) -> CptAudit:
    if problem.text is None or problem.query.type != "det-counterfactual":
        return document
    answer = text_answer(problem)
    return replace(document, text_answer=answer, text_agrees=answer == document.answer)
