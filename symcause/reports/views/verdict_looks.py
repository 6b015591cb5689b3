"""Verdict looks on pages: the title of every verdict, and the class of the style sheets that colours it.

Scripts of pages have no such tables of their own: they read these from the page (``SC.config``).
"""

from __future__ import annotations

from collections.abc import Mapping

from symcause.audits.story import CLASSES, Tone
from symcause.audits.verdicts import WORDS, Verdict, VerdictWords
from symcause.registry import families, load

FAILED = "Failed"
"""The title of what could not be read."""

ANSWERS: dict[str, Tone] = {
    "right": Tone.GOOD,
    "wrong": Tone.BAD,
    "justified": Tone.GOOD,
    "lucky": Tone.SOME,
    "unsupported": Tone.SOME,
    "refuted": Tone.BAD,
    "premature": Tone.SOME,
    "impossible": Tone.UNKNOWN,
}
"""How good the news about an answer is, by the word that tables of answers have for it."""


def look(words: VerdictWords) -> str:
    """The class that has the colour of a verdict."""
    return CLASSES[words.tone]


def titles() -> dict[str, str]:
    """The title of a verdict by its word: those about spaces, then those that families add."""
    found = {str(verdict): words.title for verdict, words in WORDS.items()}
    for dotted in (dotted for family in families() for dotted in family.verdicts):
        own: Mapping[str, VerdictWords] = load(dotted)
        found |= {str(word): words.title for word, words in own.items()}
    return {**found, "failed": FAILED}


def counted() -> dict[str, dict[str, str]]:
    """What is said of so many members while somebody edits, and its class, by the verdict of the number."""
    return {str(v): {"said": WORDS[v].counted, "look": look(WORDS[v])} for v in _BY_NUMBER}


def drawn() -> dict[str, dict[str, str]]:
    """What follows the number of members in a drawing, and its class, by the verdict of the number."""
    return {str(v): {"said": WORDS[v].drawn, "look": look(WORDS[v])} for v in _BY_NUMBER}


_BY_NUMBER = (Verdict.INCONSISTENT, Verdict.UNIQUE, Verdict.AMBIGUOUS)
"""The verdicts that a number of members alone has: none, one, several."""


def page_words() -> dict[str, object]:
    """Everything that the scripts of a page know of verdicts."""
    return {
        "verdicts": titles(),
        "tones": {str(tone): name for tone, name in CLASSES.items()},
        "answers": {word: CLASSES[tone] for word, tone in ANSWERS.items()},
    }
