"""Payoffs of winning: the chance of each design to win under each rival, between proven ends."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from symcause.families.scenario.budget.policies.payoff_vectors import Payoff, payoff
from symcause.families.scenario.models.model_components import Value
from symcause.families.scenario.models.rational_intervals import Interval
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.value.fleet_chances import winning
from symcause.families.scenario.value.valuer import Valuer


def win_payoff(
    problems: Sequence[ScenarioProblem], designs: Sequence[dict[str, Value]]
) -> Payoff | None:
    """What designs are worth to somebody who submits one; None if there is nothing to win."""
    asked = problems[0].evaluate
    if asked is None:
        return None
    valuers = [Valuer(problem) for problem in problems]
    known: dict[Interval, Interval] = {}
    low, high = [], []
    for design in designs:
        chances = []
        for valuer in valuers:
            value = valuer.value(design)
            if value not in known:
                known[value] = winning(value, asked)
            chances.append(known[value])
        low.append(tuple(chance.low for chance in chances))
        high.append(tuple(chance.high for chance in chances))
    return payoff(low, high)


def perfect(found: Payoff, prior: Sequence[Fraction]) -> Interval:
    """The chance to win of somebody who knows which rival it is."""
    ends = []
    for part in (found.low, found.high):
        best = [max(vector[i] for vector in part) for i in range(len(prior))]
        ends.append(sum((p * w for p, w in zip(prior, best, strict=True)), Fraction(0)))
    return Interval(*ends)
