"""The judgement of an episode's final answer, against the truth and the members left.

What a family says of an answer stands, with one rule for all: where nobody knows how many members there
are, or where the truth is none of them, nothing is said about what they support. Nor is anything of an
answer that neither claims nor abstains.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from symcause.episodes.rules import Judged, Rules
from symcause.scoring.abstention_rule import with_proof

P = TypeVar("P")

OUTSIDE = "gold lies outside the class"


def judged(rules: Rules[P], truth: P | None, known: P, answer: object) -> Judged:
    """An answer, whatever it is; without the truth, *right* is None."""
    said, outside = rules.heard(known, answer), truth is not None and rules.outside(truth)
    if said is None:
        return _claimed(rules, known, rules.judged(truth, known, answer), outside)
    is_open = None if outside else rules.is_open(known)
    if said.abstained:
        proof = rules.proved(known, said.alternatives)
        is_open = with_proof(is_open, proof and not outside)
        why = OUTSIDE if outside else rules.standing(known).reason if is_open is None else None
        return Judged(None, said.support(is_open, None), why, said=said, open=is_open, proved=proof)
    found = _claimed(rules, known, rules.judged(truth, known, answer), outside)
    found = found if said.claims else replace(found, support=None)
    return replace(found, said=said, open=is_open)


def _claimed(rules: Rules[P], known: P, found: Judged, outside: bool) -> Judged:
    if found.support is None:
        return found
    if outside:
        return replace(found, support=None, reason=found.reason or OUTSIDE)
    standing = rules.standing(known)
    if standing.members is None:
        return replace(found, support=None, reason=found.reason or standing.reason)
    return found
