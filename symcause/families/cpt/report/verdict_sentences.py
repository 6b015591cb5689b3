"""Verdict sentences of causal queries: how each answer of an audit reads, in reports and on pages."""

from __future__ import annotations

from symcause.audits.story import Tone
from symcause.audits.verdicts import VerdictWords
from symcause.families.cpt.models.answer_rule import (
    ILL_POSED,
    INCONSISTENT,
    NO,
    OPEN,
    TIE,
    UNKNOWN,
    YES,
)

WORDS: dict[str, VerdictWords] = {
    YES: VerdictWords("Yes", "The answer is yes{why}.", Tone.GOOD, headline="{by}"),
    NO: VerdictWords("No", "The answer is no{why}.", Tone.GOOD, headline="{by}"),
    TIE: VerdictWords(
        "Tie",
        "The value is exactly 0: neither yes nor no.",
        Tone.GOOD,
        headline="the value is 0 {by}",
    ),
    ILL_POSED: VerdictWords(
        "Ill-posed",
        "The question has two right answers or none.",
        Tone.BAD,
        headline="both sets are valid, or neither is",
    ),
    OPEN: VerdictWords(
        "Open",
        "The given numbers leave the answer open{why}, and two networks that have them answer "
        "differently.",
        Tone.SOME,
        headline="two networks with these numbers answer differently",
    ),
    INCONSISTENT: VerdictWords(
        "Inconsistent",
        "No network has the given numbers: {reason}.",
        Tone.BAD,
        headline="no network has these numbers",
    ),
    UNKNOWN: VerdictWords(
        "Unknown", "Not known: {reason}.", Tone.UNKNOWN, headline="no derivation settles it"
    ),
}
"""Every answer of an audit, in words. *why*: the value or its range; *by*: what the answer rests on."""
