"""The check of predictions: an answer to every query, against what follows and the stored labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from symcause.audits.of_space.query_parts import IMPOSSIBLE, NO, UNDETERMINED, YES, QueryStatus
from symcause.errors import shorten
from symcause.families.finite.documents.check_document import PredictionPart
from symcause.families.finite.models.finite_values import Value
from symcause.families.finite.problem.problem import FiniteProblem, Query, ValueQuery
from symcause.families.finite.scoring.answer_check import VALID, number, read_text
from symcause.families.finite.scoring.query_answers import Answering, QueryAnswer
from symcause.scoring.abstention_rule import JUSTIFIED, PREMATURE, REFUTED, UNSUPPORTED


class PredictionFault(Exception):
    """Predictions that stop at a stage."""

    def __init__(self, stage: str, reason: str) -> None:
        self.stage, self.reason = stage, reason
        super().__init__(stage, reason)


class PredictionCheck:
    """What all answers to one problem that asks for predictions share."""

    def __init__(self, problem: FiniteProblem, answering: Answering) -> None:
        self.problem, self._answering = problem, answering
        self._answers: dict[str, QueryAnswer] = {}

    def answer(self, query: Query) -> QueryAnswer:
        """What follows about a query, computed once."""
        if query.id not in self._answers:
            self._answers[query.id] = self._answering.answer(query)
        return self._answers[query.id]

    def fields(self, text: str) -> dict[str, Any]:
        """What documents say of an answer."""
        read = read_text(self.problem, text)
        fields: dict[str, Any] = read.stance
        if read.said.abstained:
            said: dict[str, Value] = {query.id: UNDETERMINED for query in self.problem.queries}
        else:
            try:
                said = stated(self.problem, read.found, read.reason)
            except PredictionFault as fault:
                stopped = {"stage": fault.stage, "reason": fault.reason, "right": False}
                return fields | {"valid": False} | stopped
        parts = tuple(self._part(query, said[query.id]) for query in self.problem.queries)
        right = _all(part.right for part in parts)
        fields |= {"valid": True, "stage": VALID, "reason": None, "predictions": parts}
        fields |= {
            "accuracy": _share([part.right for part in parts]),
            "gold_accuracy": _share([p.matches_gold for p in parts if p.gold is not None]),
            "open": self._open(),
        }
        supported = _all(None if p.support is None else p.support == JUSTIFIED for p in parts)
        if not read.said.abstained:
            return fields | {
                "right": right,
                "justified": supported,
                "support": _together([part.support for part in parts]),
            }
        support = {True: JUSTIFIED, False: PREMATURE, None: None}[supported]
        return fields | {"right": None, "abstained": True, "support": support}

    def _open(self) -> bool | None:
        """Would it be right to abstain: is every query undetermined?"""
        states = {self.answer(query).status for query in self.problem.queries}
        if states & {QueryStatus.SETTLED, QueryStatus.IMPOSSIBLE}:
            return False
        return None if QueryStatus.UNKNOWN in states else True

    def _part(self, query: Query, said: Value) -> PredictionPart:
        answer = self.answer(query)
        known = answer.status is not QueryStatus.UNKNOWN
        return PredictionPart(
            id=query.id,
            said=said,
            derived=answer.answer,
            gold=query.gold,
            right=said == answer.answer if known else None,
            matches_gold=None if query.gold is None else said == query.gold,
            support=support_of(answer, said),
        )


def support_of(answer: QueryAnswer, said: Value) -> str | None:
    """What speaks for a prediction; None where nobody knows what follows."""
    if answer.status is QueryStatus.UNKNOWN:
        return None
    if said == answer.answer:
        return JUSTIFIED
    if said == UNDETERMINED:
        return PREMATURE if answer.status is QueryStatus.SETTLED else UNSUPPORTED
    possible = answer.status is QueryStatus.UNDETERMINED and said in (answer.values or ())
    return UNSUPPORTED if possible else REFUTED


def stated(
    problem: FiniteProblem, answer: Mapping[str, object] | None, reason: str | None = None
) -> dict[str, Value]:
    """The predictions of an object. Raises PredictionFault where they are none."""
    if answer is None:
        raise PredictionFault("extracted_json", reason or "no JSON object in the answer")
    predictions = answer.get("predictions")
    if not isinstance(predictions, Mapping):
        raise PredictionFault("schema", "the object has no predictions")
    names = [query.id for query in problem.queries]
    unmatched = [name for name in names if name not in predictions]
    unmatched += [shorten(name) for name in predictions if name not in names]
    if unmatched:
        message = f"{unmatched[0]}: predictions are given for exactly the queries"
        raise PredictionFault("keys", message)
    return {query.id: _said(problem, query, predictions[query.id]) for query in problem.queries}


def _said(problem: FiniteProblem, query: Query, value: object) -> Value:
    values: tuple[Value, ...] = (YES, NO)
    if isinstance(query, ValueQuery):
        values = problem.domain(query.of).values
    for known in (*values, UNDETERMINED, IMPOSSIBLE):
        if type(known) is type(value) and known == value:
            return known
    allowed = ", ".join(map(str, (*values, UNDETERMINED, IMPOSSIBLE)))
    message = f"{query.id}: {shorten(value)} is no answer; write one of {allowed}"
    raise PredictionFault("parse", message)


def _together(supports: Sequence[str | None]) -> str | None:
    """What members say of all predictions as one claim: the least that they say of one."""
    for kind in (REFUTED, None):
        if kind in supports:
            return kind
    return JUSTIFIED if set(supports) == {JUSTIFIED} else UNSUPPORTED


def _all(flags: Any) -> bool | None:
    """False if one is false, else None if one is not known."""
    known = tuple(flags)
    return False if False in known else None if None in known else True


def _share(flags: list[bool | None]) -> float | None:
    if not flags or None in flags:
        return None
    return number(Fraction(sum(flag is True for flag in flags), len(flags)))
