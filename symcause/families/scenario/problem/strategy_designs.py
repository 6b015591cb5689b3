"""Strategy designs of a scenario problem: the designs that keep to what its builders name."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from symcause.families.scenario.models.model_components import (
    Boolean,
    Choice,
    Domain,
    Integer,
    Value,
)
from symcause.families.scenario.problem.builder_claims import NOTHING_SAID, Span, Strategy
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.grammar.scenario.scenario_terms import Apply, Name, Term


def narrowed(problem: ScenarioProblem, strategy: Strategy) -> ScenarioProblem:
    """The scenario with the designs of a strategy alone."""
    design, rules = dict(problem.design), list(problem.constraints)
    for name, said in strategy.named.items():
        design[name] = _part(design[name], said)
        if isinstance(said, bool):
            flag: Term = Name(name)
            rules.append(flag if said else Apply("not", (flag,)))
    return replace(
        problem,
        design=design,
        constraints=tuple(rules),
        history=None,
        claims=NOTHING_SAID,
        server=None,
        source=None,
    )


def _part(domain: Domain, said: Value | Span) -> Domain:
    if isinstance(domain, Boolean):
        return Boolean(said is True)
    if isinstance(domain, Choice):
        return Choice((str(said),), str(said))
    low, high = said if isinstance(said, tuple) else (int(Fraction(said)), int(Fraction(said)))
    least = max(domain.least, low)
    ends = [end for end in (domain.most, high) if end is not None]
    most = min(ends, default=None)
    default = max(domain.default, least)
    return Integer(least, most, default if most is None else min(default, most))


def claimed_designs(problem: ScenarioProblem) -> list[tuple[str, dict[str, Value]]]:
    """The designs that the builders name, the rest as by default, and what to call them."""
    designs = []
    if problem.claims.optimum is not None:
        designs.append(("claimed optimum", problem.completed(problem.claims.optimum)))
    for strategy in problem.claims.strategies:
        design = narrowed(problem, strategy).default
        if all(design != known for _, known in designs):
            designs.append(("strategy called optimal, completed by defaults", design))
    return designs
