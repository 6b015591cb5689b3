"""Model structure in scenario audits: inert variables, equal options, unseen support."""

from __future__ import annotations

from fractions import Fraction

from symcause.families.scenario.models.model_components import (
    Choice,
    Define,
    Distribution,
    Draw,
    Value,
)
from symcause.families.scenario.optimum.design_boxes import settled
from symcause.families.scenario.problem.problem import FIRST_STAGE, ScenarioProblem, Space
from symcause.families.scenario.value.model_simplification import depends_on, fold, folded
from symcause.grammar.scenario.scenario_terms import Number
from symcause.models.exact_numbers import print_number


def inert(problem: ScenarioProblem, stage: str, space: Space) -> tuple[str, ...]:
    """Design variables that the outcome does not depend on, in any design of the space."""
    fixed = settled(problem, space)
    used = depends_on(fold(problem, stage, fixed))
    return tuple(name for name in problem.design if name not in used and name not in fixed)


def equal_options(problem: ScenarioProblem, stage: str) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Options of a choice that are proven equal: they fold to the same model."""
    options: dict[str, tuple[tuple[str, ...], ...]] = {}
    used = depends_on(fold(problem, stage, {}))
    for name, domain in problem.design.items():
        if not isinstance(domain, Choice) or name not in used:
            continue
        alike: dict[object, list[str]] = {}
        for option in domain.options:
            alike.setdefault(fold(problem, stage, {name: option}), []).append(option)
        groups = tuple(tuple(group) for group in alike.values() if len(group) > 1)
        if groups:
            options[name] = groups
    return options


def unseen(problem: ScenarioProblem, stage: str) -> tuple[str, ...]:
    """What can happen in a stage and has probability 0 in stage 1."""
    before = {v.name: v for v in problem.staged(FIRST_STAGE) if isinstance(v, Draw)}
    found = []
    for name, drawn in problem.stages.get(stage, {}).items():
        constants = _constants(problem)
        found += _parts(name, before[name].distribution, drawn, constants)
    return tuple(found)


def _constants(problem: ScenarioProblem) -> dict[str, Value]:
    values: dict[str, Value] = {}
    for variable in problem.variables:
        if isinstance(variable, Define):
            term = folded(variable.term, values)
            if isinstance(term, Number):
                values[variable.name] = term.value
    return values


def _parts(
    name: str, before: Distribution, after: Distribution, constants: dict[str, Value]
) -> list[str]:
    first, last = ([folded(term, constants) for term in drawn.terms] for drawn in (before, after))
    if not all(isinstance(term, Number) for term in first + last):
        return []
    old = [term.value for term in first if isinstance(term, Number)]
    new = [term.value for term in last if isinstance(term, Number)]
    if after.kind == "categorical":
        shares = dict(zip(before.options, old, strict=True))
        pairs = zip(after.options, new, strict=True)
        return [f"{name} = {o}" for o, share in pairs if share > 0 and not shares.get(o)]
    if after.kind == "bernoulli" and before.kind == "bernoulli":
        found = [f"{name} = true"] if new[0] > 0 and old[0] <= 0 else []
        return found + ([f"{name} = false"] if new[0] < 1 and old[0] >= 1 else [])
    if after.kind in ("uniform", "integer") and before.kind in ("uniform", "integer"):
        return _outside(name, (old[0], old[1]), (new[0], new[1]))
    return []


def _outside(
    name: str, old: tuple[Fraction, Fraction], new: tuple[Fraction, Fraction]
) -> list[str]:
    texts = []
    if new[0] < old[0]:
        texts.append(f"{name} < {print_number(old[0])}")
    if new[1] > old[1]:
        texts.append(f"{name} > {print_number(old[1])}")
    return texts
