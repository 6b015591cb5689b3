"""Design rules in scenario episodes: the defaults, or what goes with survival in the history."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import ClassVar

from symcause.episodes.rule_baselines import ASSOCIATION, CONSTANT, RuleBaselines
from symcause.episodes.simplest_baseline import NEUTRAL
from symcause.families.scenario.episode.initial_evidence import opening
from symcause.families.scenario.files.document_writer import write_values
from symcause.families.scenario.models.model_components import Choice, Value
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.problem.trial_records import Record, Trial


def by_default(problem: ScenarioProblem) -> str:
    """Every variable as it is."""
    return _answer({})


def by_association(problem: ScenarioProblem) -> str | None:
    """The design of the history of which most survived; of a single one, with the options that most
    survivors had. None where the history shows no losses."""
    assert problem.trials is not None
    history = problem.trials.history
    if len(history) > 1:
        rates = [_rate(problem, trial) for trial in history]
        return _answer(history[rates.index(max(rates))].design)
    design: dict[str, Value] = {}
    for name, domain in problem.design.items():
        if isinstance(domain, Choice) and history:
            options = _survival(problem, domain, history[0].records)
            if options:
                design[name] = max(options, key=lambda option: options[option])
    return _answer(design) if design else None


def _rate(problem: ScenarioProblem, trial: Trial) -> Fraction:
    """How many of the units are known to have survived."""
    came = [one for one in trial.records if one.values.get(problem.outcome, True) is True]
    return Fraction(len(came), max(trial.count, 1))


def _survival(
    problem: ScenarioProblem, domain: Choice, records: Sequence[Record]
) -> dict[str, Fraction]:
    """How many of the units with each option in their records survived; empty if no record tells."""
    by_option: dict[str, list[bool]] = {}
    for one in records:
        if problem.outcome not in one.values:
            return {}
        for value in one.values.values():
            if value in domain.options:
                by_option.setdefault(str(value), []).append(one.values[problem.outcome] is True)
    return {option: Fraction(sum(own), len(own)) for option, own in sorted(by_option.items())}


def _answer(design: Mapping[str, Value]) -> str:
    return json.dumps({"design": write_values(design)})


class ScenarioBaselines(RuleBaselines[ScenarioProblem]):
    """Rules that try nothing: they see what an episode begins with."""

    names: Mapping[str, str] = {
        CONSTANT: "the default design",
        ASSOCIATION: "the design or options that go with most survivors in the history",
    }
    rules: ClassVar[Mapping[str, Callable[..., str | None]]] = {
        CONSTANT: by_default,
        ASSOCIATION: by_association,
    }

    def does(self, problem: ScenarioProblem) -> bool:
        return problem.trials is None and problem.panel is None and problem.evaluate is not None

    def public(self, problem: ScenarioProblem) -> ScenarioProblem:
        return opening(replace(problem, id=NEUTRAL, metadata={}), 0)
