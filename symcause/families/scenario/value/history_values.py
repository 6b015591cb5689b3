"""History values of scenarios: which values of a variable the history has, in order.

The values of a design variable come in the order of its domain. Those of another one come as listing
the draws gives them first: entry by entry of the policy, draws in causal order, the first one slowest,
options as listed, false before true.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor

from symcause.budgets import StrictMeter
from symcause.families.scenario.bounds import HISTORY_STATES, PAIRED_VALUES
from symcause.families.scenario.models.model_components import (
    Boolean,
    Choice,
    Define,
    Distribution,
    Domain,
    Draw,
    Value,
    Variable,
)
from symcause.families.scenario.models.term_evaluation import Inexact, evaluate
from symcause.families.scenario.problem.problem import FIRST_STAGE, ScenarioProblem, cut
from symcause.families.scenario.problem.term_types import TRUTH, Kind
from symcause.families.scenario.value.model_simplification import relevant


class _Endless(Exception):
    """What cannot be listed: continuous draws, loops, too many states."""


def held_values(problem: ScenarioProblem, name: str, kind: Kind) -> list[Value]:
    """The values that units of the history have; none if they cannot be listed."""
    policy = [(entry, design) for entry, design in problem.policy() if entry.weight > 0]
    if name in problem.design:
        seen = {design[name] for _, design in policy}
        return [value for value in _ordered(problem.design[name], seen) if value in seen]
    found: dict[Value, None] = {}
    try:
        states = StrictMeter(HISTORY_STATES - 1, "too many states", refusal=_Endless)
        for entry, design in policy:
            variables = relevant(cut(problem.staged(FIRST_STAGE), entry.force), (name,))
            for unit in _units(variables, dict(design)):
                found[unit[name]] = None
                states.spend()
                if len(found) > PAIRED_VALUES:
                    raise _Endless
    except (_Endless, Inexact):
        return named_values(kind) if policy else []
    return list(found)


def contrasts(problem: ScenarioProblem, name: str, kind: Kind) -> list[tuple[Value, Value]]:
    """Pairs for the effect of a variable that the history does not vary."""
    domain = problem.design.get(name)
    if domain is None or isinstance(domain, Boolean | Choice):
        own = named_values(kind) if domain is None else _ordered(domain, set())
        return [(own[0], other) for other in own[1:]]
    most = domain.default if domain.most is None else domain.most
    ends = [Fraction(end) for end in (domain.least, domain.default, most)]
    return [(first, last) for first, last in pairwise(ends) if first != last]


def named_values(kind: Kind) -> list[Value]:
    """The values that a type names; none for numbers."""
    if isinstance(kind, tuple):
        return list(kind)
    return [False, True] if kind == TRUTH else []


def _ordered(domain: Domain, seen: set[Value]) -> list[Value]:
    if isinstance(domain, Choice):
        return list(domain.options)
    return [False, True] if isinstance(domain, Boolean) else sorted(seen, key=_number)


def _number(value: Value) -> Fraction:
    assert isinstance(value, Fraction)
    return value


def _units(
    variables: Sequence[Variable], known: dict[str, Value], at: int = 0
) -> Iterator[dict[str, Value]]:
    """Everything that can be drawn, one after the other."""
    if at == len(variables):
        yield known
        return
    variable = variables[at]
    if isinstance(variable, Define):
        value = evaluate(variable.term, known)
        yield from _units(variables, {**known, variable.name: value}, at + 1)
    elif isinstance(variable, Draw):
        for value in _possible(variable.distribution, known):
            yield from _units(variables, {**known, variable.name: value}, at + 1)
    else:
        raise _Endless


def _possible(drawn: Distribution, known: dict[str, Value]) -> Iterator[Value]:
    given = [_number(evaluate(term, known)) for term in drawn.terms]
    if drawn.kind == "bernoulli":
        yield from (v for v, p in ((False, 1 - given[0]), (True, given[0])) if p > 0)
    elif drawn.kind == "categorical":
        yield from (o for o, p in zip(drawn.options, given, strict=True) if p > 0)
    elif drawn.kind == "integer":
        if given[1] - given[0] > HISTORY_STATES:
            raise _Endless
        yield from map(Fraction, range(ceil(given[0]), floor(given[1]) + 1))
    elif drawn.kind == "uniform" and given[0] == given[1]:
        yield given[0]
    else:
        raise _Endless
