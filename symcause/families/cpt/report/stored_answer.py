"""The stored answer of a table audit, against the values that the numbers leave possible."""

from __future__ import annotations

import itertools
from fractions import Fraction

from symcause.families.cpt.audits.gold_errata import erratum
from symcause.families.cpt.documents.question_documents import CptAudit
from symcause.families.cpt.models.answer_rule import NO, UNKNOWN, YES, AnswerRule
from symcause.families.cpt.problem.problem import CptProblem
from symcause.families.cpt.report.audit_story import number_words
from symcause.reports.figures.stored_answers import RIGHT, Range, StoredAnswer
from symcause.reports.figures.stored_answers import UNKNOWN as UNDECIDED


def stored_answer(problem: CptProblem, document: CptAudit) -> StoredAnswer:
    """The item, by its erratum where it has one."""
    listed = erratum(problem, document)
    undecided = document.gold_right is None or document.answer in (None, UNKNOWN)
    kind = listed.kind if listed is not None else UNDECIDED if undecided else RIGHT
    shown = _range(problem, document)
    asked = document.query if shown is None else f"{document.query}, {shown.words}"
    return StoredAnswer(
        problem.id,
        asked,
        str(document.gold),
        document.answer if document.answer in (YES, NO) else None,
        kind,
        "answer",
        "tables" if problem.tables is not None else "numbers",
        (listed.cause or "") if listed is not None else "",
        shown,
    )


def _range(problem: CptProblem, document: CptAudit) -> Range | None:
    """The value or what is left of it, and what the stored answer claims of it."""
    if document.value is not None:
        low = high = document.value
        attained = (True, True)
    elif document.low is not None and document.high is not None and document.attained is not None:
        low, high, attained = document.low, document.high, document.attained
    else:
        return None
    words = _minus(number_words(low))
    if low != high:
        ends = ("[" if attained[0] else "(", "]" if attained[1] else ")")
        words = f"in {ends[0]}{words}, {_minus(number_words(high))}{ends[1]}"
    stored = claimed(problem.rule, str(document.gold))
    return Range(float(Fraction(low)), float(Fraction(high)), attained, stored, words)


def _minus(text: str) -> str:
    """With the signs that stand for words, and for less than nothing."""
    return text.replace("about ", "≈ ").replace("-", "−")


def claimed(rule: AnswerRule, answer: str) -> tuple[tuple[float, float], ...]:
    """Where values from -1 to 1 have this answer; a point alone has no width and is left out."""
    threshold = rule.threshold or Fraction(0)
    marks = sorted({Fraction(-1), -threshold, Fraction(0), threshold, Fraction(1)})
    spans = list[tuple[Fraction, Fraction]]()
    for low, high in itertools.pairwise(marks):
        if rule.answer((low + high) / 2) != answer:
            continue
        if spans and spans[-1][1] == low:
            low = spans.pop()[0]
        spans.append((low, high))
    return tuple((float(low), float(high)) for low, high in spans)
