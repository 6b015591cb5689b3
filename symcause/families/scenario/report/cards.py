"""Notebook cards of scenario reports: design variables, what is shown, the goal."""

from __future__ import annotations

from symcause.families.scenario.models.model_components import Boolean, Choice, Domain
from symcause.families.scenario.problem.problem import ScenarioProblem, value_text
from symcause.models.exact_numbers import print_number
from symcause.reports.notebook import Card


def problem_card(problem: ScenarioProblem) -> Card:
    """The design variables, what is shown, and the goal."""
    facts = [("outcome", problem.outcome), ("stages", str(1 + len(problem.stages)))]
    if problem.observe.records:
        facts.append(("records show", ", ".join(problem.observe.records)))
    if problem.evaluate is not None:
        asked = problem.evaluate
        facts.append(("threshold", f"{print_number(asked.threshold)} of {asked.fleet} units"))
    rows = [
        [name, _range(domain), value_text(problem.default[name])]
        for name, domain in problem.design.items()
    ]
    table = (["design variable", "values", "default"], rows)
    return Card("scenario", problem.id, facts=facts, tables=[table] if rows else [])


def _range(domain: Domain) -> str:
    if isinstance(domain, Boolean):
        return "yes, no"
    if isinstance(domain, Choice):
        return ", ".join(domain.options)
    return f"{domain.least} to {'any' if domain.most is None else domain.most}"
