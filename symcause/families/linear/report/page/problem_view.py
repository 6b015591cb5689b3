"""The problem view: the page of a linear problem, with readings, edges and two members.

The page runs the two members itself, on fractions, from the crystal as it is now; their bases are worked
out here. Numbers are exact texts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from msgspec import UnsetType

from symcause.audits.story import Story
from symcause.audits.verdicts import headline
from symcause.errors import SymcauseError
from symcause.families.linear.bounds import REASON_READINGS
from symcause.families.linear.documents.audit_document import LinearAudit, MemberPart
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.problem.evidence_replay import current_crystal
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.report.page.target_range_figure import single_value, span_figure
from symcause.families.linear.report.story.audit_story import audit_story
from symcause.families.linear.report.story.verdict_phrases import (
    open_variables,
    page_sentence,
    remarks,
)
from symcause.grammar.equations.equation_parser import parse_equation
from symcause.models.exact_numbers import print_number, read_number
from symcause.models.number_phrases import plural
from symcause.reports.figures.ambiguity_dots import Bar, profile_figure
from symcause.reports.figures.figure import figure_view
from symcause.reports.views.edge_view import drawn_graph, statuses
from symcause.reports.views.metadata_view import metadata_text

View = dict[str, object]

_PLACE = re.compile(r"(records|chain)\[(\d+)\]\.(.+)")


def problem_view(document: LinearAudit, problem: LinearProblem) -> View:
    """Everything that the page of one problem shows."""
    story, gold = audit_story(document), gold_model(problem)
    bars = [
        Bar("max_parents", e.max_parents, e.count, e.max_parents == document.scope.max_parents)
        for e in document.profile
    ]
    members = [_member(member, problem) for member in document.alternatives]
    models = [m for m in (gold, *(model for _, model in members)) if m is not None]
    return {
        "kind": "linear",
        "id": document.problem,
        "verdict": story.verdict,
        "headline": headline(document.verdict, document.graphs, "graph"),
        "tone": str(story.tone),
        "sentence": page_sentence(document),
        "facts": _facts(story, problem, document),
        "notes": list(remarks(document)),
        "next": list(story.steps),
        "vars": list(problem.variables),
        "target": problem.variables.index(problem.target),
        "reference": "gold" if gold is not None else "a member",
        "goldEdges": [] if not models else _places(models[0], problem),
        "edges": statuses(document.edges, problem.variables),
        "graph": drawn_graph(
            document.edges,
            problem.variables,
            models,
            gold,
            marked=(problem.target,),
            unsettled=open_variables(document),
        ),
        "story": ["unsettled", "causes still open"] if open_variables(document) else None,
        "forced": _forced(document, problem),
        "equations": [] if gold is None else _texts(gold, problem),
        "readings": reading_rows(problem),
        "span": figure_view(span_figure(document.target, problem)),
        "predicted": _predicted(document, problem),
        "profile": figure_view(profile_figure(bars, "graphs")),
        "members": [entry for entry, _ in members],
        "rules": _rules(problem),
        "metadata": metadata_text(problem.metadata),
        "index": index_row(document, problem),
    }


def _forced(document: LinearAudit, problem: LinearProblem) -> View:
    """For edges that every member has: the readings that force them, as cells of the table of readings."""
    names = problem.variables
    view: View = {}
    if not isinstance(document.steps, UnsetType):
        return view  # they are places of a log, and the table is the problem's
    for edge, why in document.why.items():
        ends = edge.split("->")
        if len(ends) != 2 or not set(ends) <= set(names):
            continue
        cells = [cell for place in why.rows if (cell := _cell(place, problem)) is not None]
        text = " and ".join(_place_text(place, problem) for place in why.rows[:REASON_READINGS])
        more = len(why.rows) - REASON_READINGS
        rest = f" and {more} more" if more > 0 else ""
        least = ", and no fewer would do" if why.minimum else ""
        view["-".join(str(names.index(v)) for v in ends)] = {
            "cells": cells,
            "words": f"Forced by {text}{rest}{least}.",
        }
    return view


def _place(text: str, problem: LinearProblem) -> tuple[int, str] | None:
    """The row of the table, and the variable, of a place such as ``chain[3].freq``."""
    match = _PLACE.fullmatch(text)
    if match is None or match[3] not in problem.variables:
        return None
    offset = len(problem.records) if match[1] == "chain" else 0
    return int(match[2]) + offset, match[3]


def _cell(text: str, problem: LinearProblem) -> str | None:
    pair = _place(text, problem)
    return None if pair is None else f"{pair[0]}-{problem.variables.index(pair[1])}"


def _place_text(text: str, problem: LinearProblem) -> str:
    """A place as the table calls it."""
    pair = _place(text, problem)
    return text if pair is None else f"{pair[1]} of {reading_rows(problem)[pair[0]][0]}"


def index_row(document: LinearAudit, problem: LinearProblem) -> View:
    """What the table of a pool shows of the problem."""
    return {
        "setting": document.setting,
        "variables": len(problem.variables),
        "rows": len(problem.records) + len(problem.chain),
        "coverage": None,
        "unit": "graphs",
    }


def _facts(story: Story, problem: LinearProblem, document: LinearAudit) -> list[list[str]]:
    """The facts of the story that the headline lacks, and how much evidence there is; the time last."""
    records, steps = len(problem.records), len(problem.interventions)
    text = f"{plural(records, 'record')}, {plural(steps, 'intervention')}"
    said = headline(document.verdict, document.graphs, "graph") is not None
    facts = [list(fact) for fact in story.facts if fact[0] != "graphs" or not said]
    at = next((i for i, fact in enumerate(facts) if fact[0] == "time"), len(facts))
    return [*facts[:at], ["evidence", text], *facts[at:]]


def gold_model(problem: LinearProblem) -> CrystalModel | None:
    """Gold, where there is a sound one."""
    try:
        return problem.gold_model()
    except SymcauseError:
        return None


def _places(model: CrystalModel, problem: LinearProblem) -> list[str]:
    place = {name: i for i, name in enumerate(problem.variables)}
    return [f"{place[a]}-{place[b]}" for a, b in model.edges]


def _texts(model: CrystalModel, problem: LinearProblem) -> list[list[str]]:
    """Equations; a crystal's own base is called so, because it differs from crystal to crystal."""
    texts = []
    for name, equation in model.equations.items():
        text = str(equation)
        if name in problem.controllable:
            bare = str(equation.with_base(Fraction(0)))
            text = "base" if bare == "0" else f"base + {bare}".replace("+ -", "− ")
        texts.append([name, text])
    return texts


def _member(found: MemberPart, problem: LinearProblem) -> tuple[View, CrystalModel | None]:
    """A member of the version space: its equations, the crystal it implies, and what it would read."""
    names = problem.variables
    entry: View = {
        "do": [[names.index(v), value] for v, value in found.experiment.assignments.items()],
        "reads": [found.reads[name] for name in names],
        "text": [found.equations.get(name, "") for name in names],
        "f": None,
    }
    try:
        model = CrystalModel.of(
            {name: parse_equation(text, names) for name, text in found.equations.items()}
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


def _rules(problem: LinearProblem) -> View:
    """What the page needs to intervene: the semantics, the unit, what is held now."""
    held = problem.held[-1] if problem.chain else {}
    names = problem.variables
    return {
        "semantics": str(problem.semantics),
        "rounding": print_number(problem.rounding),
        "held": [[names.index(name), print_number(value)] for name, value in held.items()],
    }


def reading_rows(problem: LinearProblem) -> list[list[object]]:
    """(label, what was done or null, values) of every record, every state of the chain and the reactor."""
    names = problem.variables

    def shown(values: Mapping[str, Fraction]) -> list[str | None]:
        return [print_number(values[name]) if name in values else None for name in names]

    rows: list[list[object]] = [[f"record {r.id}", None, shown(r.values)] for r in problem.records]
    for i, state in enumerate(problem.chain):
        done = None
        if state.acted:
            done = [[names.index(n), print_number(v)] for n, v in state.settings.items()]
            done += [[names.index(n), None] for n in state.released]
        rows.append([f"manipulator {i}", done, shown(state.values)])
    if problem.reactor is not None:
        rows.append(["reactor", None, shown(problem.reactor)])
    return rows


def _predicted(document: LinearAudit, problem: LinearProblem) -> View | None:
    """The one value of the reactor's target, beside gold's."""
    value = single_value(document.target)
    if value is None:
        return None
    gold = None if problem.gold is None else problem.gold.reactor_target
    return {
        "name": problem.target,
        "value": value,
        "gold": None if gold is None else f"{float(gold):g}",
        "same": gold is not None and read_number(value) == gold,
    }
