"""The abstention story in audits: what is said of an answer that does not commit itself."""

from __future__ import annotations

from symcause.audits.documents import CheckDocument
from symcause.audits.story import Story, Tone
from symcause.models.number_phrases import yes_no

_SENTENCES = {
    "justified": ("The answer abstains, and rightly: the question is open.", Tone.GOOD),
    "premature": ("The answer abstains, but the evidence settles the question.", Tone.BAD),
    None: ("The answer abstains; whether the question is open is not known.", Tone.UNKNOWN),
}


def abstention_story(document: CheckDocument, facts: tuple[tuple[str, str], ...] = ()) -> Story:
    """Was it right to abstain, and do the alternatives prove it?"""
    sentence, tone = _SENTENCES.get(document.support, _SENTENCES[None])
    if document.count == 0:
        sentence = "The answer abstains; nothing in the class explains the evidence."
    pairs = [*facts]
    if document.count is not None:
        pairs.append(("explanations that fit", f"{document.count:,}"))
    if document.proved is not None:
        pairs.append(("its alternatives prove it", yes_no(document.proved)))
    return Story(document.problem or "", sentence, tone=tone, facts=tuple(pairs))
