"""Sentences about the outcome of an episode: how it ended, and how lucky its steps were.

>>> fortune(-21.3, -12.04), fortune(4.93, 4.93), fortune(-1.94, 0.5)
('lucky: 12.0 to 21.3 bits better than the best choices guarantee', \
'4.9 bits worse than the best choices guarantee', \
'between 1.9 bits better and 0.5 bits worse than the best choices guarantee')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from symcause.episodes.judgement.episode_document import EpisodeDocument
from symcause.models.number_phrases import fixed, plural, upper, whole
from symcause.registry import family, load
from symcause.scoring.abstention_rule import JUSTIFIED, PREMATURE, REFUTED, UNSUPPORTED

_BEST = "the best choices guarantee"

SUPPORTS = {
    JUSTIFIED: "Justified: everything that fits what was seen gives this answer.",
    REFUTED: "Refuted: nothing that fits what was seen gives this answer.",
    UNSUPPORTED: "Unsupported: some of what fits what was seen gives this answer, some does not.",
    PREMATURE: "Premature: what was seen settles the question.",
}
"""How an answer stands to what was seen, in a sentence."""


def noun_of(document: EpisodeDocument) -> str:
    """What the members of the document's family are called, one of them."""
    rules = family(document.family).rules
    return "model" if rules is None else load(rules).noun


def words_of(document: EpisodeDocument) -> Mapping[str, str]:
    """What the numbers about the answer are called in the document's family."""
    rules = family(document.family).rules
    return {} if rules is None else load(rules).words


def outcome(document: EpisodeDocument) -> str:
    """How an episode ended, in a word or three."""
    if not document.answered:
        return "no answer"
    if document.abstained:
        return "abstained"
    if document.right and document.support == UNSUPPORTED:
        return "right by luck"
    return {True: "right", False: "wrong", None: "answered"}[document.right]


def headline(document: EpisodeDocument) -> str:
    """The end of an episode in one sentence."""
    word, why = outcome(document), ground(document)
    text = f"{word[0].upper()}{word[1:]} {after(document)}"
    return f"{text}: {why}" if why else text


def after(document: EpisodeDocument) -> str:
    """How many steps it took; refused ones are none."""
    acted = document.acted
    return f"after {plural(acted, 'step')}" if acted else "without a step"


def ground(document: EpisodeDocument) -> str:
    """What speaks for or against the answer; nothing where nobody knows."""
    if isinstance(document.worth, str):
        return document.worth
    if document.abstained:
        return _abstained(document)
    if document.answered and document.support == JUSTIFIED:
        return _agreed(document)
    if document.answered and document.support == REFUTED:
        return f"no {noun_of(document)} that fits what was seen gives this answer"
    return _fitted(document)


def _fitted(document: EpisodeDocument) -> str:
    noun = noun_of(document)
    if document.count is not None:
        return f"{plural(document.count, noun)} still fitted" if document.count else "nothing fits"
    last = document.steps[-1] if document.steps else document
    low, high = last.at_least, last.at_most
    if isinstance(low, int) and isinstance(high, int):
        return f"between {whole(low)} and {upper(high)} {noun}s still fitted"
    return ""


def _agreed(document: EpisodeDocument) -> str:
    noun, but = noun_of(document), "" if document.right is not False else "though "
    if document.count == 1:
        return f"{but}it is the only {noun} that fits what was seen"
    if document.count is None:
        return f"{but}every {noun} that fits what was seen agrees"
    return f"{but}all {plural(document.count, noun)} that fit what was seen agree"


def _abstained(document: EpisodeDocument) -> str:
    if document.support is None:
        return "it is not known whether rightly"
    rightly = document.support == JUSTIFIED
    settled = "" if document.decided_at is None else "what was seen settles the question"
    return f"rightly, {_fitted(document)}" if rightly else settled or "what was seen is enough"


def stood(document: EpisodeDocument) -> str:
    """Whether the question was settled, and when; nothing where there are no members to ask."""
    if document.decided_at is None:
        if document.settled is False:
            return "The question stayed open."
        unknown = document.count is None and document.verdict is not None
        return "Whether the question was settled is not known." if unknown else ""
    at = f"at step {document.decided_at}" if document.decided_at else "before the first step"
    more = document.surplus
    tail = f"; {plural(more, 'more step')} followed" if more else ""
    return f"The question was settled {at}{tail}."


def fortune(low: float | None, high: float | None) -> str | None:
    """A regret in words: what the steps left, against what the best ones leave in their worst case."""
    if low is None or high is None:
        return None
    few, many = fixed(abs(low), 1), fixed(abs(high), 1)
    if few == many == "0.0":
        return f"as good as {_BEST}"
    if high <= 0:
        return f"lucky: {_bits(many, few)} better than {_BEST}"
    if low >= 0:
        return f"{_bits(few, many)} worse than {_BEST}"
    return f"between {few} bits better and {many} bits worse than {_BEST}"


def balance(regrets: Iterable[float | None]) -> str:
    """Losses and luck of single steps apart, where both are part of one regret.

    >>> balance([-1.4, 3.04, 2.58, 0.0]), balance([3.0, 2.6]), balance([1.0, None])
    (' (5.6 bits lost, 1.4 won by luck)', '', '')
    """
    known = list(regrets)
    lost = sum(one for one in known if one is not None and one > 0)
    luck = -sum(one for one in known if one is not None and one < 0)
    if None in known or "0.0" in (fixed(lost, 1), fixed(luck, 1)):
        return ""
    return f" ({fixed(lost, 1)} bits lost, {fixed(luck, 1)} won by luck)"


def _bits(low: str, high: str) -> str:
    if low == high:
        return f"{low} bits"
    return f"up to {high} bits" if low == "0.0" else f"{low} to {high} bits"
