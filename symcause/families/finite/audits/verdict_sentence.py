"""The verdict sentence of a finite audit."""

from __future__ import annotations

from symcause.audits.verdicts import WORDS, SpaceWords, Verdict
from symcause.families.finite.audits.finite_verdict import (
    FiniteVerdict,
    is_ill_posed,
    is_wrong,
)
from symcause.families.finite.documents.audit_document import FiniteAudit
from symcause.models.number_phrases import joined_names, plural


def sentence_of(document: FiniteAudit) -> str:
    """The verdict in words."""
    verdict = FiniteVerdict(document.verdict or FiniteVerdict.UNKNOWN)
    queries = document.queries or ()
    if verdict is FiniteVerdict.ANSWERED:
        judged = [query for query in queries if query.gold is not None]
        labels = ", and every stored answer says so" if judged else ""
        number = "the query" if len(queries) == 1 else f"all {len(queries)} queries"
        return verdict.words.sentence.format(queries=number, labels=labels)
    if verdict is FiniteVerdict.WRONG:
        which = [query.id for query in queries if is_wrong(query)]
        wrong = "1 stored answer is" if len(which) == 1 else f"{len(which)} stored answers are"
        return verdict.words.sentence.format(wrong=wrong, which=joined_names(which))
    if verdict is FiniteVerdict.ILL_POSED:
        which = [query.id for query in queries if is_ill_posed(query)]
        return verdict.words.sentence.format(which=joined_names(which))
    return _of_models(document, Verdict(verdict))


def _of_models(document: FiniteAudit, verdict: Verdict) -> str:
    words: SpaceWords = WORDS[verdict]
    reason = document.reason or "not known"
    if document.gold is not None and verdict is Verdict.INVALID:
        return f"Gold is not valid: {document.gold.reason}."
    if document.gold is not None and verdict is Verdict.GOLD_OUTSIDE:
        named = joined_names(list(document.gold.objections or ()))
        return f"Gold explains the training worlds but is not in the class: {named}."
    several = "At least two models" if document.count is None else plural(document.count, "model")
    template = words.because if verdict is Verdict.UNKNOWN else words.sentence
    return template.format(
        one="model",
        any="model",
        several=several,
        explain="explain",
        evidence="the training worlds",
        scope=f" in the class: {document.scope}",
        reason=f"Not settled: {reason}",
    )
