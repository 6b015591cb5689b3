"""Baseline designs in scenario audits: what a submission without insight is worth.

The default, the designs of the history, the mean of the shown designs, all maxima, a design drawn
uniformly from the space (exactly for up to :data:`AVERAGED_DESIGNS` designs, else
:data:`SAMPLED_DESIGNS` seeded ones), and the pick among the named designs by trying each on an equal share
of the units.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from symcause.families.scenario.audits.threshold_status import all_maximum
from symcause.families.scenario.bounds import (
    AVERAGED_DESIGNS,
    CONSIDERED_UNITS,
    SAMPLE_BATCHES,
    SAMPLED_DESIGNS,
)
from symcause.families.scenario.models.model_components import (
    Boolean,
    Choice,
    Domain,
    Integer,
    Value,
)
from symcause.families.scenario.models.rational_intervals import Interval, point
from symcause.families.scenario.optimum.design_boxes import settled
from symcause.families.scenario.optimum.design_list import designs
from symcause.families.scenario.problem.problem import ScenarioProblem, Space, violations
from symcause.families.scenario.problem.strategy_designs import claimed_designs
from symcause.families.scenario.value.fleet_chances import picking, winning
from symcause.families.scenario.value.valuer import ROUGH, Valuer

if TYPE_CHECKING:
    from numpy.random import Generator

    from symcause.families.scenario.value.enclosure.set_columns import Array

SEED = 0
_DRAWS = 200_000


@dataclass(frozen=True)
class Baseline:
    """A design (None: a rule that picks one), its value and its chance to win."""

    name: str
    design: dict[str, Value] | None
    value: Interval
    win: Interval | None
    sampled: bool = False
    in_space: bool | None = None


def trial_units(problem: ScenarioProblem) -> int:
    """Units that one of the allowed deployments gets when they are shared equally."""
    budget = problem.budget
    if budget is None or budget.units is None:
        return 20
    share = min(budget.units // max(budget.deployments or 1, 1), CONSIDERED_UNITS)
    return max(1, share if budget.per_deployment is None else min(share, budget.per_deployment))


def baselines(valuer: Valuer, space: Space) -> Iterator[Baseline]:
    """All baselines, the quick ones first."""
    problem = valuer.problem
    named = [("default", problem.default)]
    named += [("history", design) for _, design in _distinct(problem)]
    mean = _mean(problem)
    if mean is not None:
        named.append(("mean of history", mean))
    most = all_maximum(problem, space)
    if most is not None:
        named.append(("all-maximum", most))
    for name, design in named:
        yield _known(valuer, space, name, design)
    yield from _trial(valuer)
    yield from _random(valuer, space)


def _known(valuer: Valuer, space: Space, name: str, design: dict[str, Value]) -> Baseline:
    value = valuer.value(design)
    inside = not violations(valuer.problem, design, space)
    return Baseline(name, design, value, _win(valuer.problem, value), in_space=inside)


def _win(problem: ScenarioProblem, value: Interval) -> Interval | None:
    return None if problem.evaluate is None else winning(value, problem.evaluate)


def _distinct(problem: ScenarioProblem) -> list[tuple[str, dict[str, Value]]]:
    pairs: list[tuple[str, dict[str, Value]]] = []
    for _, design in problem.policy():
        if all(design != known for _, known in pairs):
            pairs.append(("history", design))
    return pairs


def _mean(problem: ScenarioProblem) -> dict[str, Value] | None:
    """The mean design of a history with several: numbers rounded to whole ones, the commonest options."""
    policy = problem.policy()
    if len({tuple(sorted(design.items())) for _, design in policy}) < 2:
        return None
    whole = sum((entry.weight for entry, _ in policy), Fraction(0))
    mean: dict[str, Value] = {}
    for name, domain in problem.design.items():
        if isinstance(domain, Integer):
            total = sum((e.weight * Fraction(str(d[name])) for e, d in policy), Fraction(0))
            mean[name] = Fraction(round(total / whole))
        else:
            weights: dict[Value, Fraction] = {}
            for entry, design in policy:
                weights[design[name]] = weights.get(design[name], Fraction(0)) + entry.weight
            mean[name] = max(weights, key=lambda value: weights[value])
    return mean


def _trial(valuer: Valuer) -> Iterator[Baseline]:
    """Try the named designs, an equal share of units each, and submit the one with most survivors."""
    problem = valuer.problem
    arms = [problem.default, *(design for _, design in _distinct(problem))]
    if problem.claims.optimum is not None:
        arms.append(problem.completed(problem.claims.optimum))
    for _, design in claimed_designs(problem):
        if not violations(problem, design, Space.DECLARED):
            arms.append(design)
    distinct = [arm for i, arm in enumerate(arms) if arm not in arms[:i]]
    if len(distinct) < 2:
        return
    values = [valuer.value(arm) for arm in distinct]
    n = trial_units(problem)
    picks = [picking(value, values[:i] + values[i + 1 :], n) for i, value in enumerate(values)]
    low = sum((p.low * v.low for p, v in zip(picks, values, strict=True)), Fraction(0))
    high = sum((p.high * v.high for p, v in zip(picks, values, strict=True)), Fraction(0))
    win = None
    if problem.evaluate is not None:
        wins = [winning(value, problem.evaluate) for value in values]
        win = Interval(
            sum((p.low * w.low for p, w in zip(picks, wins, strict=True)), Fraction(0)),
            min(
                sum((p.high * w.high for p, w in zip(picks, wins, strict=True)), Fraction(0)),
                Fraction(1),
            ),
        )
    yield Baseline(
        f"best of {len(distinct)} named designs", None, Interval(low, min(high, Fraction(1))), win
    )


def _random(valuer: Valuer, space: Space) -> Iterator[Baseline]:
    """A design drawn uniformly from the space."""
    problem = valuer.problem
    every = designs(problem, space, AVERAGED_DESIGNS)
    sampled = every is None
    chosen = sampled_designs(problem, space) if every is None else every
    if not chosen:
        return
    values = valuer.many(chosen, cells=ROUGH)
    share = Fraction(1, len(values))
    total = point(0)
    for value in values:
        total = total + value.scaled(share)
    win = None
    if problem.evaluate is not None:
        win = point(0)
        for value in values:
            win = win + winning(value, problem.evaluate).scaled(share)
    yield Baseline("uniform random", None, total, win, sampled=sampled, in_space=True)


def sampled_designs(problem: ScenarioProblem, space: Space) -> list[dict[str, Value]]:
    """Designs drawn uniformly and kept if they meet the constraints; none if the space has no end."""
    import numpy as np

    random = np.random.default_rng(SEED)
    fixed = settled(problem, space)
    domains = {n: d for n, d in problem.domains(space).items() if n not in fixed}
    if any(isinstance(d, Integer) and d.most is None for d in domains.values()):
        return []
    values: list[dict[str, Value]] = []
    for _ in range(SAMPLE_BATCHES):
        codes = {name: _codes(random, domain) for name, domain in domains.items()}
        for row in _kept(problem, space, fixed, codes):
            drawn = {name: _value(domains[name], codes[name][row]) for name in domains}
            values.append({name: {**fixed, **drawn}[name] for name in problem.design})
            if len(values) == SAMPLED_DESIGNS:
                return values
    return values


def _codes(random: Generator, domain: Domain) -> Array:
    if isinstance(domain, Integer):
        assert domain.most is not None
        return random.integers(domain.least, domain.most + 1, size=_DRAWS)
    return random.integers(0, 2 if isinstance(domain, Boolean) else domain.size, size=_DRAWS)


def _kept(
    problem: ScenarioProblem, space: Space, fixed: dict[str, Value], codes: dict[str, Array]
) -> list[int]:
    """The draws that meet the constraints."""
    import numpy as np

    from symcause.families.scenario.value.enclosure.set_columns import (
        Column,
        Options,
        Truths,
        whole,
    )
    from symcause.families.scenario.value.enclosure.set_terms import Words, evaluate

    words = Words()
    columns: dict[str, Column] = {name: words.column(value) for name, value in fixed.items()}
    for name, drawn in codes.items():
        domain = problem.design[name]
        if isinstance(domain, Integer):
            columns[name] = whole(drawn)
        elif isinstance(domain, Boolean):
            columns[name] = Truths(drawn == 1, drawn == 1)
        else:
            bits = np.array([words.bit(option) for option in domain.options])
            columns[name] = Options(bits[drawn])
    kept = np.ones(_DRAWS, dtype=bool)
    for rule in problem.rules(space):
        found = evaluate(rule, lambda name: columns[name], words)
        assert isinstance(found, Truths)
        kept = kept & found.low
    return [int(row) for row in np.flatnonzero(kept)]


def _value(domain: Domain, code: object) -> Value:
    number = int(str(code))
    if isinstance(domain, Boolean):
        return bool(number)
    return domain.options[number] if isinstance(domain, Choice) else Fraction(number)
