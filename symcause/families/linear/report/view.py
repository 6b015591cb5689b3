"""The view of a linear or quadratic problem: readings, graph, edges, and two members told apart.

The page runs the two members itself, on fractions, from the crystal as it is now; their bases are worked
out here. Numbers are exact texts.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from symcause.errors import SymcauseError
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.problem.replay import current_crystal
from symcause.families.linear.report.span import span_figure
from symcause.families.linear.report.words import linear_facts, linear_notes, linear_steps, sentence
from symcause.grammar.equations import parse_equation
from symcause.models.numbers import print_number
from symcause.reports.figures.figure import figure_view
from symcause.reports.figures.profile import Bar, profile_figure
from symcause.reports.views.edges import drawn_graph, statuses
from symcause.reports.views.metadata import metadata_text

Document = Mapping[str, Any]


def linear_view(document: Document, problem: LinearProblem) -> dict[str, Any]:
    """Everything that the page of one problem shows."""
    gold = _gold(problem)
    own = document["class"].get("max_parents")
    bars = [
        Bar("max_parents", entry["max_parents"], entry["count"], entry["max_parents"] == own)
        for entry in document.get("profile") or ()
    ]
    members = [_member(found, problem) for found in document.get("alternatives") or ()]
    models = [m for m in (gold, *(model for _, model in members)) if m is not None]
    return {
        "kind": "linear",
        "id": document["problem"],
        "verdict": document["verdict"],
        "sentence": sentence(document),
        "facts": linear_facts(document, problem),
        "notes": linear_notes(document),
        "next": linear_steps(document),
        "vars": list(problem.variables),
        "target": problem.variables.index(problem.target),
        "reference": "gold" if gold is not None else "a member",
        "goldEdges": [] if not models else _places(models[0], problem),
        "edges": statuses(document.get("edges"), problem.variables),
        "graph": drawn_graph(
            document.get("edges"), problem.variables, models, gold, marked=(problem.target,)
        ),
        "equations": [] if gold is None else _texts(gold, problem),
        "why": {edge: reason["rows"] for edge, reason in (document.get("why") or {}).items()},
        "readings": _readings(problem),
        "span": figure_view(span_figure(document.get("target") or {}, problem)),
        "profile": figure_view(profile_figure(bars, "graphs")),
        "members": [entry for entry, _ in members],
        "rules": {"semantics": str(problem.semantics), "rounding": print_number(problem.rounding)},
        "metadata": metadata_text(problem.metadata),
    }


def _gold(problem: LinearProblem) -> CrystalModel | None:
    try:
        return problem.gold_model()
    except SymcauseError:
        return None


def _places(model: CrystalModel, problem: LinearProblem) -> list[str]:
    place = {name: i for i, name in enumerate(problem.variables)}
    return [f"{place[a]}-{place[b]}" for a, b in model.edges]


def _texts(model: CrystalModel, problem: LinearProblem) -> list[list[str]]:
    """Equations; a crystal's own base is called so, because it differs from crystal to crystal."""
    found = []
    for name, equation in model.equations.items():
        text = str(equation)
        if name in problem.controllable:
            bare = str(equation.with_base(Fraction(0)))
            text = "base" if bare == "0" else f"base + {bare}".replace("+ -", "− ")
        found.append([name, text])
    return found


def _member(found: Document, problem: LinearProblem) -> tuple[dict[str, Any], CrystalModel | None]:
    """A member of the version space: its equations, the crystal it implies, and what it would read."""
    names = problem.variables
    assignments = found["experiment"]["assignments"]
    entry: dict[str, Any] = {
        "do": [[names.index(name), str(value)] for name, value in assignments.items()],
        "reads": [str(found["reads"][name]) for name in names],
        "text": [str(found["equations"].get(name, "")) for name in names],
        "f": None,
    }
    try:
        model = CrystalModel.of(
            {name: parse_equation(text, names) for name, text in found["equations"].items()}
        )
    except SymcauseError:
        return entry, None
    crystal = current_crystal(problem, model)
    if crystal is not None:
        entry["bases"] = [print_number(crystal.bases[name]) for name in names]
        entry["order"] = [names.index(name) for name in model.order]
        entry["f"] = [
            [
                [names.index(p), print_number(e.linear), print_number(e.square)]
                for p, e in model.equations[name].effects
            ]
            for name in names
        ]
    return entry, model


def _readings(problem: LinearProblem) -> list[list[Any]]:
    """(label, intervention or null, values) of every record, every state of the chain and the reactor."""
    names = problem.variables

    def shown(values: Mapping[str, Fraction]) -> list[str | None]:
        return [print_number(values[name]) if name in values else None for name in names]

    found: list[list[Any]] = [[f"record {r.id}", None, shown(r.values)] for r in problem.records]
    for i, state in enumerate(problem.chain):
        step = state.intervention
        done = None if step is None else [names.index(step.variable), print_number(step.value)]
        found.append([f"manipulator {i}", done, shown(state.values)])
    if problem.reactor is not None:
        found.append(["reactor", None, shown(problem.reactor)])
    return found
