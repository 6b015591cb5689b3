"""Exact episodes and their certificates, as they come back from files."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from typing import Any

from symcause.answers import Unknown
from symcause.audits.verdicts import Verdict
from symcause.families.linear.certify.certificates import Findings, LinearClaimKind, certified
from symcause.families.linear.models.laboratory import EquationFamily, Semantics
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.space_choice import range_of_target
from tests.linear.cases import RATIONAL, edges_of, episode, integers, problem_of, random_model

VERDICT, COUNT, TARGET = LinearClaimKind.VERDICT, LinearClaimKind.COUNT, LinearClaimKind.TARGET


def case(
    seed: int,
    *,
    size: int = 4,
    targets: int | None = None,
    semantics: Semantics = Semantics.SET,
    sink: bool = True,
    quadratic: bool = False,
    integer: bool = False,
) -> LinearProblem:
    """A simulated episode with gold; *targets* says how many properties were set."""
    rng = random.Random(f"certificates {seed}")
    values = (1, 2) if integer else (-3, -2, -1, 1, 2, 3)
    problem = problem_of(
        random_model(rng, size, sink=sink, values=values, quadratic=quadratic),
        semantics=semantics,
        coefficients=integers(1, 2) if integer else RATIONAL,
        sink=sink,
        family=EquationFamily.QUADRATIC if quadratic else EquationFamily.LINEAR,
    )
    chosen = problem.controllable * (2 if quadratic else 1)
    return episode(rng, problem, chosen if targets is None else chosen[:targets])


def findings(problem: LinearProblem) -> Findings:
    """What the engines say about a problem."""
    space = LinearSpace(problem)
    graphs, models, reactor = space.count(), space.models(), range_of_target(space)
    assert isinstance(graphs, int) and not isinstance(models, Unknown)
    verdict = (Verdict.INCONSISTENT, Verdict.UNIQUE, Verdict.AMBIGUOUS)[min(graphs, 2)]
    parents = None
    if graphs == 1:
        edges = edges_of(space, next(space.masks()))
        parents = {v: tuple(a for a, b in edges if b == v) for v in problem.variables}
    value = None
    if reactor is not None and not isinstance(reactor, Unknown) and reactor.width == 0:
        value = reactor.low
    return Findings(verdict, graphs, models, parents, value)


def made(problem: LinearProblem, kind: LinearClaimKind = VERDICT) -> dict[str, Any]:
    """The document of a certificate, as it comes back from its file."""
    found = certified(problem, problem, kind, findings(problem))
    assert not isinstance(found, Unknown), found
    document: dict[str, Any] = json.loads(json.dumps(found.to_dict()))
    return document


def number(text: int | str) -> Fraction:
    return Fraction(text)
