"""Unit laws: what can happen to one unit of a design, as far as anybody is shown it.

Finite draws are listed in causal order; what later variables and the record do not need is forgotten, so
that states which look alike are one. Whatever cannot be listed raises
:class:`~symcause.families.scenario.models.term_evaluation.Inexact`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from symcause.budgets import StrictMeter
from symcause.families.scenario.bounds import EXACT_STATES
from symcause.families.scenario.models.model_components import (
    Define,
    Design,
    Repeat,
    Value,
    Variable,
    terms_of,
)
from symcause.families.scenario.models.term_evaluation import Inexact, evaluate
from symcause.families.scenario.problem.player_sight import seen_record
from symcause.families.scenario.problem.problem import FIRST_STAGE, ScenarioProblem, cut
from symcause.families.scenario.value.exact_probability import outcomes
from symcause.grammar.scenario.scenario_terms import names

Force = Mapping[str, Value]


@dataclass(frozen=True)
class Unit:
    """The record of a unit as a player would read it, whether it survived, and whether it is shown."""

    record: tuple[Value, ...]
    survived: bool
    shown: bool


UnitLaw = dict[Unit, Fraction]


def unit_law(
    problem: ScenarioProblem,
    design: Design,
    shown: tuple[str, ...],
    force: Force,
    most: int = EXACT_STATES,
) -> UnitLaw:
    """The chances of what happens to a unit where agents explore; *most* states are gone through."""
    variables = cut(problem.staged(FIRST_STAGE), force)
    select = problem.hidden
    asked = {*shown, problem.outcome, *(() if select is None else names(select))}
    steps = list(_needed(variables, asked))
    states: dict[tuple[tuple[str, Value], ...], Fraction] = {(): Fraction(1)}
    work = StrictMeter(most, f"more than {most:,} states of a unit", refusal=Inexact)
    for variable, keep in steps:
        after: dict[tuple[tuple[str, Value], ...], Fraction] = defaultdict(Fraction)
        for state, weight in states.items():
            for value, share in _drawn(variable, {**design, **dict(state)}):
                work.spend()
                kept = (*state, (variable.name, value))
                after[tuple((n, v) for n, v in kept if n in keep)] += weight * share
        states = dict(after)
    law: UnitLaw = defaultdict(Fraction)
    for state, weight in states.items():
        values = {**design, **dict(state)}
        unit = Unit(
            tuple(seen_record(values, shown).values()),
            values[problem.outcome] is True,
            select is None or evaluate(select, values) is True,
        )
        law[unit] += weight
    return dict(law)


def _needed(
    variables: tuple[Variable, ...], asked: set[str]
) -> Iterator[tuple[Variable, set[str]]]:
    """The variables that something depends on, each with the names that are needed after it."""
    steps: list[tuple[Variable, set[str]]] = []
    needed = set(asked)
    for variable in reversed(variables):
        totals = set(variable.totals) if isinstance(variable, Repeat) else set()
        own = {variable.name, *totals, f"{variable.name}.hits"}
        if own & needed:
            if isinstance(variable, Repeat):
                raise Inexact("a loop is not listed")
            steps.append((variable, set(needed)))
            for term in terms_of(variable):
                needed |= names(term)
    yield from reversed(steps)


def _drawn(variable: Variable, values: Mapping[str, Value]) -> Iterator[tuple[Value, Fraction]]:
    if isinstance(variable, Define):
        yield evaluate(variable.term, values), Fraction(1)
    elif isinstance(variable, Repeat):
        raise Inexact("a loop is not listed")
    else:
        yield from outcomes(variable.distribution, values)
