"""Verdicts about a Boolean version space, and what they mean.

``unique``: exactly one member, and gold, if given, is it. ``ambiguous``: more than one.
``gold-outside-class``: gold is valid but no member. ``inconsistent``: no member and no gold.
``invalid``: gold is illegal or does not replay the training worlds. ``unknown``: beyond reach or budget.
"""

from __future__ import annotations

from enum import StrEnum

from symcause.families.boolean.audits.gold import GoldReport
from symcause.families.boolean.problem.classes import HypothesisClass


class Verdict(StrEnum):
    """The answer of an audit."""

    UNIQUE = "unique"
    AMBIGUOUS = "ambiguous"
    GOLD_OUTSIDE = "gold-outside-class"
    INCONSISTENT = "inconsistent"
    INVALID = "invalid"
    UNKNOWN = "unknown"


def judge(count: int | None, gold: GoldReport | None, gold_is_member: bool | None) -> Verdict:
    """The verdict for an exact count, or for "at least two"; None where that is not known."""
    if gold is not None and not gold.valid:
        return Verdict.INVALID
    if gold is not None and gold_is_member is False:
        return Verdict.GOLD_OUTSIDE
    if count is None or (gold is not None and gold_is_member is None):
        return Verdict.UNKNOWN
    if count == 0:
        return Verdict.INCONSISTENT
    return Verdict.UNIQUE if count == 1 else Verdict.AMBIGUOUS


def sentence(verdict: Verdict, count: int | None, hypotheses: HypothesisClass) -> str:
    """The verdict in one sentence."""
    scope = f"in the class: {hypotheses}"
    if verdict is Verdict.UNIQUE:
        return f"Exactly one model explains the training worlds {scope}."
    if verdict is Verdict.AMBIGUOUS:
        number = (
            "More than one model explains" if count is None else f"{shown(count)} models explain"
        )
        return f"{number} the training worlds {scope}."
    if verdict is Verdict.GOLD_OUTSIDE:
        few = (
            "no model of the class explains them",
            "one model of the class explains them instead",
        )
        if count is None:
            rest = "how many models of the class explain them is not known"
        else:
            rest = few[count] if count < 2 else f"{shown(count)} models of the class explain them"
        return f"Gold explains the training worlds but is not {scope}; {rest}."
    if verdict is Verdict.INCONSISTENT:
        return f"No model explains the training worlds {scope}."
    if verdict is Verdict.INVALID:
        return "Gold is illegal or does not replay the training worlds."
    return f"Not settled {scope}."


def shown(count: int) -> str:
    """A count for people: in full while that is readable, else as a power of ten."""
    if count < 10**12:
        return f"{count:,}"
    digits = (count.bit_length() - 1) * 30103 // 100000
    while 10 ** (digits + 1) <= count:
        digits += 1
    lead = count // 10 ** (digits - 2)
    return f"{lead // 100}.{lead % 100:02d}e{digits}"
