"""The verdict sentence of a finite audit."""

from __future__ import annotations

from symcause.audits.story import Tone
from symcause.audits.verdicts import WORDS as SPACE_WORDS
from symcause.audits.verdicts import SpaceWords, Verdict, VerdictWords
from symcause.families.finite.audits.finite_verdict import (
    FiniteVerdict,
    is_ill_posed,
    is_wrong,
)
from symcause.families.finite.documents.audit_document import FiniteAudit
from symcause.models.number_phrases import joined_names, plural

WORDS: dict[str, VerdictWords] = {
    FiniteVerdict.ANSWERED: VerdictWords(
        "All answered",
        "The evidence answers {queries}{labels}.",
        Tone.GOOD,
        headline="the evidence answers every query",
    ),
    FiniteVerdict.WRONG: VerdictWords(
        "Wrong",
        "{wrong} not what follows: {which}.",
        Tone.BAD,
        headline="a stored answer is not what follows",
    ),
    FiniteVerdict.ILL_POSED: VerdictWords(
        "Ill-posed",
        "The evidence leaves without one answer: {which}.",
        Tone.SOME,
        headline="the evidence leaves a query without one answer",
    ),
}
"""The verdicts about queries, in words; those about models are the ones of all version spaces."""


def words_of(verdict: FiniteVerdict) -> VerdictWords:
    """How a verdict reads."""
    return WORDS.get(verdict) or SPACE_WORDS[Verdict(verdict)]


def sentence_of(document: FiniteAudit) -> str:
    """The verdict in words."""
    verdict = FiniteVerdict(document.verdict or FiniteVerdict.UNKNOWN)
    queries = document.queries or ()
    if verdict is FiniteVerdict.ANSWERED:
        judged = [query for query in queries if query.gold is not None]
        labels = ", and every stored answer says so" if judged else ""
        number = "the query" if len(queries) == 1 else f"all {len(queries)} queries"
        return words_of(verdict).sentence.format(queries=number, labels=labels)
    if verdict is FiniteVerdict.WRONG:
        which = [query.id for query in queries if is_wrong(query)]
        wrong = "1 stored answer is" if len(which) == 1 else f"{len(which)} stored answers are"
        return words_of(verdict).sentence.format(wrong=wrong, which=joined_names(which))
    if verdict is FiniteVerdict.ILL_POSED:
        which = [query.id for query in queries if is_ill_posed(query)]
        return words_of(verdict).sentence.format(which=joined_names(which))
    return _of_models(document, Verdict(verdict))


def _of_models(document: FiniteAudit, verdict: Verdict) -> str:
    words: SpaceWords = SPACE_WORDS[verdict]
    reason = document.reason or "not known"
    if document.gold is not None and verdict is Verdict.INVALID:
        return f"Gold is not valid: {document.gold.reason}."
    if document.gold is not None and verdict is Verdict.GOLD_OUTSIDE:
        named = joined_names(list(document.gold.objections or ()))
        outside = {
            "evidence": "the training worlds",
            "scope": " in the class",
            "rest": f": {named}",
        }
        return words.sentence.format(**outside)
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
