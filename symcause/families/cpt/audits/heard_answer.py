"""The heard answer: what a text says to a yes-no question, and how that stands to what is proved."""

from __future__ import annotations

from symcause.families.cpt.audits.table_audit import Found
from symcause.families.cpt.models.answer_rule import NO, OPEN, YES
from symcause.families.cpt.problem.problem import CptProblem
from symcause.scoring.abstention_rule import (
    JUSTIFIED,
    REFUTED,
    UNSUPPORTED,
    Said,
    openness,
)
from symcause.scoring.yes_no.yes_no_answers import NEITHER, read_yes_no


def heard(text: str) -> str | None:
    """The yes or no of a text: in a JSON answer, in its last line, or as its first word.

    >>> heard('{"answer": "yes"}'), heard("Because …\\n\\nNo."), heard("Perhaps.")
    ('yes', 'no', None)
    """
    said = read_yes_no(text)
    return None if said is None else YES if said else NO


def standing(problem: CptProblem, found: Found, text: str) -> dict[str, object]:
    """What a check says of an answer: right, supported, abstained, and right by the stored gold."""
    word = heard(text)
    said = Said.of(text, claims=word is not None)
    is_open = openness(found.settled)
    known = found.answer in (YES, NO)
    claim: str | None = None
    if known:
        claim = JUSTIFIED if word == found.answer else REFUTED
    elif found.answer == OPEN:
        claim = UNSUPPORTED
    claims = said.claims
    support = said.support(is_open, claim)
    return {
        "answer": found.answer,
        "said": word,
        "right": word == found.answer
        if known and claims
        else None
        if claims or said.abstained
        else False,
        "justified": None if support is None else support == JUSTIFIED,
        "claimed": claims,
        "abstained": said.abstained,
        "hedged": said.hedged,
        "open": is_open,
        "support": support,
        "published_right": None if problem.gold is None or not claims else word == problem.gold,
        "reason": None if claims or said.abstained else NEITHER,
    }
