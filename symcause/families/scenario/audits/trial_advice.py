"""Trial advice in scenario audits where the model is hidden: which designs to try."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from symcause.families.scenario.audits.baseline_designs import sampled_designs
from symcause.families.scenario.bounds import ADVISED_DESIGNS
from symcause.families.scenario.models.model_components import Design, Value
from symcause.families.scenario.optimum.design_list import designs
from symcause.families.scenario.problem.problem import (
    ScenarioProblem,
    Space,
    value_text,
    violations,
)
from symcause.families.scenario.problem.trial_records import Trial
from symcause.grammar.scenario.scenario_terms import Name
from symcause.models.number_phrases import percent, plural


def candidates(known: ScenarioProblem) -> list[dict[str, Value]]:
    """Declared designs to try: all of them where they are few, else some drawn once and for all."""
    every = designs(known, Space.DECLARED, ADVISED_DESIGNS)
    return sampled_designs(known, Space.DECLARED) if every is None else every


def share(trials: Sequence[Trial], known: ScenarioProblem) -> Fraction | None:
    """The share of units that survived, as far as that was told."""
    pairs = [(one.count, _survived(one, known)) for one in trials]
    counted = [(count, survived) for count, survived in pairs if survived is not None]
    units = sum(count for count, _ in counted)
    return Fraction(sum(survived for _, survived in counted), units) if units else None


def _survived(trial: Trial, known: ScenarioProblem) -> int | None:
    """How many survived: told, or to be counted in records that leave nobody out."""
    if trial.survived is not None:
        return trial.survived
    observe = known.observe
    if not observe.counts and observe.select is not None:
        return None
    if observe.select == Name(known.outcome):
        return len(trial.records)
    if observe.select is None and all(known.outcome in one.values for one in trial.records):
        return sum(one.values[known.outcome] is True for one in trial.records)
    return None


def best_seen(known: ScenarioProblem, space: Space) -> tuple[Design, Fraction | None]:
    """The design with the largest share of survivors, and that share; the first of equals.

    The default, if nothing is known of any design.
    """
    assert known.trials is not None
    tried: dict[tuple[tuple[str, Value], ...], list[Trial]] = {}
    for trial in (*known.trials.history, *known.trials.deployments):
        tried.setdefault(tuple(sorted(trial.design.items())), []).append(trial)
    best: Design = known.default
    most: Fraction | None = None
    for trials in tried.values():
        number = share(trials, known)
        allowed = not violations(known, trials[0].design, space)
        if number is not None and allowed and (most is None or number > most):
            best, most = trials[0].design, number
    return best, most


def told_of(known: ScenarioProblem, space: Space) -> str:
    """What can be said of a scenario whose model is hidden."""
    assert known.trials is not None
    trials = known.trials
    said = f"The model is hidden; {plural(len(trials.deployments), 'deployment')}"
    said += f" with {plural(trials.units, 'unit')} so far"
    best, most = best_seen(known, space)
    if most is None:
        return f"{said}, and nobody told how many survived."
    differs = {n: v for n, v in best.items() if v != known.default[n]}
    text = ", ".join(f"{name} {value_text(value)}" for name, value in differs.items())
    return (
        f"{said}; best so far: {text or 'the default'}, of which {percent(float(most))} survived."
    )
