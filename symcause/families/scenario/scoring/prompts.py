"""Prompts in scenario scoring: the design space, what is shown, the budget and the goal.

The mechanism is not disclosed, nor are names of variables that no record shows.
"""

from __future__ import annotations

from collections.abc import Mapping

from symcause.audits.prompt import Told
from symcause.families.scenario.models.model_components import Boolean, Choice, Domain, Value
from symcause.families.scenario.optimum.design_boxes import settled
from symcause.families.scenario.problem.problem import ScenarioProblem, Space, modelled, value_text
from symcause.grammar.scenario.scenario_terms import names, show
from symcause.models.exact_numbers import print_number

SYSTEM = (
    "You design units that are sent into an environment that you do not know. Find out by deployments "
    "which design survives best, and why. Answer with one JSON object."
)


def told(problem: ScenarioProblem) -> Told:
    """The prompt of an agent. Raises UsageError of a scenario without a model."""
    return Told(SYSTEM, message(modelled(problem)))


def message(problem: ScenarioProblem) -> str:
    """The message about one scenario."""
    fixed = frozenset(settled(problem, Space.DECLARED))
    parts = [*told_design(problem, fixed), "", *_seen(problem, fixed)]
    if problem.budget is not None:
        budget = problem.budget
        said = {
            "deployments": budget.deployments,
            "units in all": budget.units,
            "units a deployment": budget.per_deployment,
            "queries": budget.queries,
        }
        listed = [f"{name} {count}" for name, count in said.items() if count]
        parts += ["", f"Budget: {', '.join(listed)}."]
    return "\n".join((*parts, *told_goal(problem)))


def told_design(problem: ScenarioProblem, fixed: frozenset[str]) -> list[str]:
    """The lines about the design: its variables but those that are *fixed*, and the constraints."""
    parts = [f"Scenario: {problem.id}", "", "Design variables:"]
    parts += [f"- {n}: {_domain(d)}" for n, d in problem.design.items() if n not in fixed]
    rules = [rule for rule in problem.constraints if not names(rule) <= fixed]
    if rules:
        parts += ["", "Constraints:", *(f"- {show(rule)}" for rule in rules)]
    return parts


def told_goal(problem: ScenarioProblem) -> list[str]:
    """The last lines: what wins, and the form of an answer."""
    parts = []
    if problem.evaluate is not None:
        asked = problem.evaluate
        parts += [
            "",
            f"Goal: submit one design. A fleet of {asked.fleet} units is sent; you win if at least "
            f"{print_number(asked.threshold * 100)} per cent survive.",
        ]
        if asked.stage != "1":
            parts.append("The environment of the fleet may differ from the one you explore.")
    return [*parts, "", 'Answer: {"design": {NAME: VALUE, …}} with what differs from the defaults.']


def told_values(design: Mapping[str, Value], fixed: frozenset[str]) -> str:
    """A design in a line, without what is *fixed*."""
    return ", ".join(f"{n} {value_text(v)}" for n, v in design.items() if n not in fixed)


def _domain(domain: Domain) -> str:
    if isinstance(domain, Boolean):
        return f"true or false (default {value_text(domain.default)})"
    if isinstance(domain, Choice):
        return f"{', '.join(domain.options)} (default {domain.default})"
    return f"whole number from {domain.least} to {domain.most} (default {domain.default})"


def _seen(problem: ScenarioProblem, fixed: frozenset[str]) -> list[str]:
    observe = problem.observe
    parts = []
    if observe.records:
        parts.append(f"A record shows: {', '.join(observe.records)}.")
    if observe.select is not None:
        parts.append(f"Records are shown of units for which this holds: {show(observe.select)}.")
    parts.append(
        "A deployment tells how many units survived."
        if observe.counts
        else "A deployment does not tell how many units survived."
    )
    if problem.history is not None:
        designs = [design for _, design in problem.policy()]
        parts.append(f"You start with the records of {problem.history.records} earlier units.")
        for index, design in enumerate(designs):
            parts.append(f"Design {index + 1} of the history: {told_values(design, fixed)}.")
    return parts
