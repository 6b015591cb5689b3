"""Bounds of what sentences and lists of a report name, and the words that say that there are more."""

from __future__ import annotations

import sqlite3
from itertools import pairwise
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

import symcause
from symcause.audits.experiments.experiment_document import NextExperiment
from symcause.audits.question import ask
from symcause.errors import ProblemError
from symcause.families.boolean.report.page.evidence_view import knowledge_facts
from symcause.families.boolean.report.story import audit_story
from symcause.families.boolean.report.story.margin_sentences import spectrum_words
from symcause.families.cpt.questions.next import Next
from symcause.families.linear.audits.verdict import gold_errata as linear_errata
from symcause.families.linear.report.story.plan_story import _branches
from symcause.families.scenario.scoring.run_scorer import budget
from symcause.families.shapeworld.report.evidence_board import ShapeWorldBoard
from symcause.families.statements.audits.gold_errata import _shown
from symcause.families.statements.report.evidence_board import StatementBoard
from symcause.families.textgraph.release.sqlite_tables import Tables
from symcause.families.textgraph.report.agreement_graph import Agreement, Kind, Line
from symcause.families.textgraph.report.agreement_svg import drawn_part
from tests.bounds.samples import problems
from tests.bounds.stops import stops


def _names(size: int) -> list[str]:
    return [f"X{at}" for at in range(size)]


# Boolean
@stops("boolean.KNOWN_STATEMENTS", 2)
def _(size: int) -> object:
    known = {"require": [f"{name}->Y" for name in _names(size)]}
    document: Any = SimpleNamespace(scope=SimpleNamespace(knowledge=known))
    ((_, told),) = knowledge_facts(document)
    return told.endswith("And 1 more.")


@stops("boolean.OPEN_VARIABLES", 2)
def _(size: int) -> object:
    """More of them are counted and not named."""
    document: Any = SimpleNamespace(verdict="ambiguous", variables=dict.fromkeys(_names(size)))
    with patch.object(audit_story, "variable_facts", lambda *_: SimpleNamespace(status="open")):
        told = audit_story._open_words(document)
    assert told is not None
    return told == f"the mechanisms of {size} of {size} variables are open"


@stops("boolean.NAMED_LEVELS", 2)
def _(size: int) -> object:
    levels = [SimpleNamespace(count=5, errors=at) for at in range(size)]
    document: Any = SimpleNamespace(
        spectrum=levels, scope=SimpleNamespace(noisy=True), counts_behaviours=False
    )
    return str(spectrum_words(document)).endswith("5 with more")


# other families
@stops("linear.PLAN_BRANCHES", 2)
def _(size: int) -> object:
    end = SimpleNamespace(intervene=None, graphs=1)
    branch = SimpleNamespace(reads={"f": "1"}, plan=end)
    plan: Any = SimpleNamespace(intervene={"x1": "2"}, graphs=size, branches=[branch] * size)
    *_, last = _branches(plan, 0)
    return getattr(last, "text", "") == "  and 1 other outcome"


@stops("linear.SHOWN_FAULTS", 2)
def _(size: int) -> object:
    """The caption says that these are the first ones."""
    problem: Any = problems()["crystal"]
    document: Any = ask("audit", problem)
    wrong = replace(document, verdict="invalid")
    told = [f"fault {at}" for at in range(size)]
    with patch.object(linear_errata, "gold_faults", lambda *_: iter(told)):
        found = linear_errata.erratum(problem, wrong)
    assert found is not None and found.caption == "what is wrong with gold, at first"
    return len(found.shown) < size


@stops("cpt.SHOWN_NUMBERS", 2)
def _(size: int) -> object:
    asked = tuple(NextExperiment(experiment={"given": [name]}) for name in _names(size))
    document: Any = SimpleNamespace(problem="p", settled=None, experiments=asked, reason=None)
    (section,) = Next().story(document).sections
    return getattr(section.blocks[-1], "text", "") == "and 1 other"


@stops("scenario.TOLD_DEPLOYMENTS", 2)
def _(size: int) -> object:
    """The others are counted."""
    tried = SimpleNamespace(design={}, count=1, survived=1)
    run: Any = SimpleNamespace(deployments=[tried] * size)
    problem: Any = SimpleNamespace(budget=None)
    part = budget(problem, run)
    assert part.deployments == size
    return len(part.tried) < size


@stops("shapeworld.BOARD_STEPS", 2)
def _(size: int) -> object:
    """Earlier steps belong to the start."""
    board: Any = object.__new__(ShapeWorldBoard)
    board._task = SimpleNamespace(transcript=[SimpleNamespace(is_numbered=True)] * size)
    return board._ends[0] > 0


@stops("statements.PIECE_CONDITIONS", 2)
def _(size: int) -> object:
    board: Any = object.__new__(StatementBoard)
    given = [SimpleNamespace(given=(name,)) for name in _names(size)]
    premise = SimpleNamespace(independent=[(1 << size) - 1], complete=True)
    variables = ("A", "B")
    board._task = SimpleNamespace(
        premise=premise, variables=variables, statement=lambda _, place: given[place]
    )
    return board._about(0)[1].endswith(" …")


@stops("statements.SHOWN_MEMBERS", 2)
def _(size: int) -> object:
    members = [["A -> B"]] * size
    document: Any = SimpleNamespace(alternatives=(), certificate={"evidence": {"members": members}})
    told: Any = _shown(document)["shown"]
    return told[-1] == "and 1 more"


@stops("dag.GRAPH_OBJECTIONS", 2)
def _(size: int) -> object:
    names = _names(size + 1)
    chain = [*pairwise(names)]
    space = symcause.space(symcause.dag.problem(symcause.DAG.of(chain)))
    return len(space.objections(symcause.DAG.of([], nodes=names))) < size


@stops("textgraph.LISTED_TABLES", 2)
def _(size: int) -> object:
    base = sqlite3.connect(":memory:")
    for name in _names(size):
        base.execute(f"CREATE TABLE {name} (a)")
    try:
        Tables(base, 1 << 20).columns("missing")
    except ProblemError as error:
        return "…" in str(error)
    raise AssertionError("there is such a table")


@stops("textgraph.EXTRA_EDGES", 2)
def _(size: int) -> object:
    """Two more are drawn for each gold edge."""
    lines = [Line("A", "B", Kind.KEPT), *(Line("A", name, Kind.EXTRA) for name in _names(size + 2))]
    drawn = drawn_part(Agreement(tuple(lines)))
    assert drawn is not None
    return len(drawn.lines) == 1
