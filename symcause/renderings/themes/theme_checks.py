"""Checks of a theme: its phrases can be told apart, and say nothing about causes or other nouns.

That the grammars of its texts are deterministic is checked with them
(:mod:`symcause.renderings.texts.description`).
"""

from __future__ import annotations

import re
from itertools import pairwise

from symcause.errors import ProblemError, shorten
from symcause.renderings.themes.theme import VALUED, Noun, Theme

CAUSAL = frozenset(
    (
        *("because", "cause", "causes", "caused", "causing", "due", "therefore", "hence", "thus"),
        *("since", "leads", "led", "results", "resulting", "effect", "effects", "affects", "why"),
    )
)
"""Words that would say what causes what."""

_GROUPS = (
    ("on", "off", "unknown"),
    ("set_on", "set_off", "set_by_row"),
    ("start", "stop"),
    ("reading", "unread"),
    ("put", "release"),
    ("level", "unread"),
    ("turned", "set_by_row"),
)
_SILENT = ("on", "off", "unknown", "reading", "unread")


def check_theme(theme: Theme) -> None:
    """Complain about phrases that clash, and about phrases that tell what they must not."""
    for group in _GROUPS:
        _check_distinct(theme, group)
    for noun in theme.nouns:
        _check_words(noun)
        _check_others(noun, theme)


def _check_distinct(theme: Theme, group: tuple[str, ...]) -> None:
    """No phrase of a group equals or begins another; of those with a value, what stands before it."""
    found = sorted(
        (
            noun.phrases[key].partition("{value}")[0] if key in VALUED else noun.phrases[key],
            noun.id,
            key,
        )
        for noun in theme.nouns
        for key in group
    )
    for (one, *where), (other, *there) in pairwise(found):
        if other.startswith(one):
            places = [theme.by_id[id].places[key] for id, key in (where, there)]
            raise ProblemError(
                f"the phrase {shorten(one)} of {where[0]} ({places[0]}) equals or begins "
                f"{shorten(other)} of {there[0]} ({places[1]})",
                place=places[1],
                remedy="rephrase one of them",
            )


def _check_words(noun: Noun) -> None:
    for key in _SILENT:
        for word in re.findall(r"\w+", noun.phrases[key].replace("{value}", " ")):
            if word.lower() in CAUSAL:
                raise ProblemError(
                    "a word that speaks of causes",
                    place=noun.places[key],
                    value=word,
                    remedy="say only what is seen",
                )


def _check_others(noun: Noun, theme: Theme) -> None:
    for key, phrase in noun.phrases.items():
        text = phrase.replace("{value}", " ")
        for other in theme.nouns:
            for name in {other.name, other.id}:
                if other is noun or name not in text:
                    continue
                if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text):
                    raise ProblemError(
                        f"the phrase {shorten(text)} of {noun.id} mentions {other.id}",
                        place=noun.places[key],
                        value=name,
                        remedy="rephrase it",
                    )
