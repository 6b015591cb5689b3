"""Claim findings of scenario audits: the best design, strategies, gold claims and distractors.

A strategy names some values and leaves the rest open. That it is *optimal* is false only if no completion
of it is as good as the best known design; that it *survives* so often is false only if no completion does.
"""

from __future__ import annotations

from collections.abc import Iterator

from symcause.families.scenario.audits.document_parts import bounds, design_map
from symcause.families.scenario.documents.question_documents import ClaimPart
from symcause.families.scenario.models.rational_intervals import Interval
from symcause.families.scenario.optimum.optimum_search import Optimum
from symcause.families.scenario.optimum.strategy_completions import Completing, Completions
from symcause.families.scenario.problem.builder_claims import Strategy
from symcause.families.scenario.problem.problem import Space, value_text, violations
from symcause.families.scenario.problem.step_budgets import Limits
from symcause.families.scenario.value.claim_judge import FALSE, TRUE, UNKNOWN, Predicates
from symcause.families.scenario.value.valuer import Valuer

OPTIMUM, STRATEGY, SURVIVAL = "optimum", "strategy", "survival"


def claim_parts(
    valuer: Valuer, space: Space, found: Optimum, limits: Limits
) -> Iterator[ClaimPart]:
    """What the builders say, one after the other, and whether it is true."""
    problem, claims = valuer.problem, valuer.problem.claims
    if claims.optimum is not None:
        claimed = problem.completed(claims.optimum)
        value, best = valuer.value(claimed), found.best
        word = UNKNOWN
        if value.high < best.low or violations(problem, claimed, space):
            word = FALSE
        elif value.low >= best.high:
            word = TRUE
        yield ClaimPart(id=OPTIMUM, kind=OPTIMUM, status=word, value=bounds(value))
    for strategy in claims.strategies:
        yield from _strategy(valuer, space, found, limits, strategy)
    judge = Predicates(valuer)
    for kind, listed in (("gold", claims.gold), ("distractor", claims.distractors)):
        for claim in listed:
            word = judge.status(claim.predicate)
            yield ClaimPart(id=claim.id, kind=kind, status=word)


def _strategy(
    valuer: Valuer, space: Space, found: Optimum, limits: Limits, strategy: Strategy
) -> Iterator[ClaimPart]:
    search = Completing(valuer.problem, space, strategy)
    known = search.known()
    best = strategy.holds(found.design)
    stated = strategy.survival
    if best:
        known = known.joined(found.value, found.best.high)
    if space is Space.DECLARED and (stated is not None or not best):
        below = None if stated is None else limits.budget(part=8)
        known = search.bounded(known, limits.budget(part=4), below)
    word = UNKNOWN
    if best and found.met:
        word = TRUE
    elif known.some and known.upper < found.best.low:
        word = FALSE
    yield _part(strategy, known, STRATEGY, word)
    if stated is not None:
        word = TRUE if known.within(*stated) else FALSE if known.apart(*stated) else UNKNOWN
        yield _part(strategy, known, SURVIVAL, word)


def _part(strategy: Strategy, known: Completions, kind: str, word: str) -> ClaimPart:
    stated, source = strategy.survival, strategy.source
    return ClaimPart(
        id=named(strategy),
        kind=kind,
        status=word,
        value=bounds(known.value),
        stated=None if stated is None else bounds(Interval(*stated)),
        completed=design_map(known.by_default),
        in_space=known.inside,
        completions=bounds(Interval(known.lower, known.upper)) if known.some else None,
        text=None if source is None else source.text,
        place=None if source is None else source.place,
    )


def named(strategy: Strategy) -> str:
    """What a strategy names, in a line.

    >>> from fractions import Fraction
    >>> named(Strategy({"shield_def": (25, None), "module": "filter", "gun_def": Fraction(5)}))
    'shield_def 25 or more, module filter, gun_def 5'
    """
    texts = []
    for name, said in strategy.named.items():
        if not isinstance(said, tuple):
            texts.append(f"{name} {value_text(said)}")
        elif said[1] is None:
            texts.append(f"{name} {said[0]} or more")
        else:
            texts.append(f"{name} {said[0]} to {said[1]}")
    return ", ".join(texts)
