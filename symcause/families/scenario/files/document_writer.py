"""The document writer of scenario files: a scenario in our own format."""

from __future__ import annotations

from collections.abc import Mapping

from symcause.families.scenario.files.claim_documents import write_claims
from symcause.families.scenario.models.model_components import (
    Boolean,
    Choice,
    Define,
    Distribution,
    Domain,
    Draw,
    Repeat,
    Value,
    Variable,
)
from symcause.families.scenario.problem.problem import (
    Entry,
    History,
    Observe,
    ScenarioProblem,
    modelled,
)
from symcause.grammar.scenario.scenario_terms import show
from symcause.models.exact_numbers import print_number

FORMAT = "symcause.scenario/1"


def write_scenario(problem: ScenarioProblem) -> dict[str, object]:
    """The document of a scenario, keys in the order of the format."""
    document: dict[str, object] = {"format": FORMAT, "id": modelled(problem).id}
    document |= write_space(problem)
    document["variables"] = [_variable(variable) for variable in problem.variables]
    document["outcome"] = problem.outcome
    if problem.stages:
        document["stages"] = {
            stage: {name: _distribution(drawn) for name, drawn in shift.items()}
            for stage, shift in problem.stages.items()
        }
    document["observe"] = write_observe(problem.observe)
    if problem.history is not None:
        document["history"] = _history(problem.history)
    document |= write_goal(problem)
    claims = write_claims(problem.claims, write_value)
    if claims:
        document["claims"] = claims
    return {**document, "metadata": dict(problem.metadata)} if problem.metadata else document


def write_space(problem: ScenarioProblem) -> dict[str, object]:
    """The designs, and the constraints if there are any."""
    document: dict[str, object] = {
        "design": {name: _domain(domain) for name, domain in problem.design.items()},
    }
    if problem.constraints:
        document["constraints"] = [show(rule) for rule in problem.constraints]
    return document


def write_goal(problem: ScenarioProblem) -> dict[str, object]:
    """The budget and the evaluation, where they are given."""
    document: dict[str, object] = {}
    if problem.budget is not None:
        budget = problem.budget
        said = {
            "deployments": budget.deployments,
            "units": budget.units,
            "per_deployment": budget.per_deployment,
            "queries": budget.queries,
        }
        document["budget"] = {key: value for key, value in said.items() if value is not None}
    if problem.evaluate is not None:
        document["evaluate"] = {
            "fleet": problem.evaluate.fleet,
            "threshold": print_number(problem.evaluate.threshold),
            "stage": problem.evaluate.stage,
        }
    return document


def write_value(value: Value) -> object:
    """A value in a file: whole numbers as numbers, others as exact texts."""
    if isinstance(value, bool | str):
        return value
    return int(value) if value.denominator == 1 else print_number(value)


def write_values(values: Mapping[str, Value]) -> dict[str, object]:
    """Values by name."""
    return {name: write_value(value) for name, value in values.items()}


def _domain(domain: Domain) -> dict[str, object]:
    if isinstance(domain, Boolean):
        return {"type": "boolean", "default": domain.default}
    if isinstance(domain, Choice):
        return {"type": "choice", "options": list(domain.options), "default": domain.default}
    return {"type": "integer", "min": domain.least, "max": domain.most, "default": domain.default}


def _variable(variable: Variable) -> dict[str, object]:
    if isinstance(variable, Define):
        return {"name": variable.name, "is": show(variable.term)}
    if isinstance(variable, Draw):
        return {"name": variable.name, "draw": _distribution(variable.distribution)}
    return {"name": variable.name, "repeat": _repeat(variable)}


def _distribution(drawn: Distribution) -> dict[str, object]:
    if drawn.options:
        pairs = zip(drawn.options, drawn.terms, strict=True)
        return {drawn.kind: {option: show(term) for option, term in pairs}}
    if len(drawn.terms) == 1:
        return {drawn.kind: show(drawn.terms[0])}
    return {drawn.kind: [show(term) for term in drawn.terms]}


def _repeat(loop: Repeat) -> dict[str, object]:
    return {
        "times": show(loop.times),
        "chance": show(loop.chance),
        "targets": {target: show(weight) for target, weight in loop.targets},
        "draws": {name: _distribution(drawn) for name, drawn in loop.draws},
        "amount": show(loop.amount),
    }


def write_observe(observe: Observe) -> dict[str, object]:
    document: dict[str, object] = {"records": list(observe.records)}
    if observe.select is not None:
        document["select"] = show(observe.select)
    return {**document, "counts": observe.counts}


def _history(history: History) -> dict[str, object]:
    entries = [_entry(entry) for entry in history.policy]
    document: dict[str, object] = {
        "records": history.records,
        "policy": {"cycle": entries} if history.cycle else entries,
    }
    if history.show is not None:
        document["show"] = list(history.show)
    return document if history.counts is None else {**document, "counts": history.counts}


def _entry(entry: Entry) -> dict[str, object]:
    document: dict[str, object] = {
        "weight": print_number(entry.weight),
        "design": write_values(entry.design),
    }
    return {**document, "force": write_values(entry.force)} if entry.force else document
