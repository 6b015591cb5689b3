"""The view of an episode: gold, hypothesis and metrics over the steps, and where the agent went wrong.

Two kinds of marks: the agent *repeated itself* (an intervention after which exactly as much is left as
before), and it *committed too early* (its last hypothesis contradicts data it already had, or the reactor's
target was not entailed yet).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from symcause.errors import SymcauseError
from symcause.families.boolean.audits.verdicts import shown
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.report.view import linear_view
from symcause.models.dags import DAG
from symcause.reports.figures.curves import Curve, curve_figure
from symcause.reports.figures.figure import Figure, figure_view
from symcause.reports.graph_svg import Line, graph_svg

Document = Mapping[str, Any]

METRICS = {
    "edge_f1": "edge F1",
    "target_edge_f1": "target-edge F1",
    "root_f1": "root F1",
    "coefficient_f1": "coefficient F1",
}


def trajectory_view(document: Document, problem: LinearProblem) -> dict[str, Any]:
    """Everything that the page of one episode shows; the audit of its whole evidence, where it is known."""
    steps = document["steps"]
    brought = _brought(document)
    views = [_step(story, brought.get(story["interventions"])) for story in steps]
    _mark_repeats(views)
    gold = _gold_edges(problem)
    premature = bool((document["commitment"] or {}).get("premature"))
    return {
        "kind": "trajectory",
        "id": document["problem"],
        "verdict": "premature" if premature else "grounded",
        "sentence": _sentence(document),
        "facts": [list(fact) for fact in _facts(document)],
        "notes": [],
        "next": [],
        "vars": list(problem.variables),
        "gold": [] if gold is None else [_key(edge, problem) for edge in gold],
        "goldGraph": None if gold is None else _gold_graph(gold, problem),
        "graph": _graph(steps, gold, problem),
        "steps": [
            {**view, "edges": _edges(s, problem)} for view, s in zip(views, steps, strict=True)
        ],
        "whole": linear_view(document, problem) if "graphs" in document else None,
        "figures": [figure_view(figure) for figure in _figures(steps, views, premature)],
    }


def _brought(document: Document) -> dict[int, Document]:
    """What each intervention brought, by how many there were after it."""
    return dict(enumerate(document["interventions"], 1))


def _step(story: Document, last: Document | None) -> dict[str, Any]:
    metrics = story["metrics"] or {}
    return {
        "step": story["step"],
        "graphs": _count(story["graphs"]),
        "models": _count(story["models"]),
        "imec": _count(story["imec"]),
        "target": story["target"],
        "fits": story["fits"],
        "objections": list(story["objections"])[:5],
        "error": story["error"],
        "unmatched": len(story["unmatched"]),
        "records": story["records"],
        "interventions": story["interventions"],
        "last": None if last is None else last["intervention"],
        "wasted": bool(last and last["wasted"]),
        "metrics": [[label, metrics.get(key)] for key, label in METRICS.items()],
        "shd": metrics.get("shd"),
    }


def _mark_repeats(views: list[dict[str, Any]]) -> None:
    """A wasted intervention is marked at the first step that has its reading, not at those after it."""
    before = 0
    for view in views:
        view["wasted"] = view["wasted"] and view["interventions"] > before
        before = view["interventions"]


def _count(value: object) -> str | None:
    return shown(value) if isinstance(value, int) else None


def _sentence(document: Document) -> str:
    commitment = document["commitment"]
    if commitment is None:
        return "The log has no steps."
    if not commitment["premature"]:
        return "The last hypothesis agrees with all data collected, and the data settle the answer."
    reasons = " and ".join(commitment["reasons"])
    return f"At step {commitment['step']} the agent commits, but {reasons}."


def _facts(document: Document) -> Iterator[tuple[str, str]]:
    steps, interventions = document["steps"], document["interventions"]
    yield "steps", str(len(steps))
    yield "interventions", str(len(interventions))
    yield "without effect", str(sum(bool(i["wasted"]) for i in interventions))
    contradicting = sum(s["fits"] is False for s in steps)
    yield "steps that contradict the data", str(contradicting)
    if steps:
        yield "graphs left", _count(steps[-1]["graphs"]) or "unknown"
        metrics = steps[-1]["metrics"]
        if metrics is not None:
            yield "final edge F1", f"{metrics['edge_f1']:.2f}"


def _gold_edges(problem: LinearProblem) -> list[tuple[str, str]] | None:
    try:
        model = problem.gold_model()
    except SymcauseError:
        return None
    return None if model is None else list(model.edges)


def _key(edge: tuple[str, str], problem: LinearProblem) -> str:
    return "-".join(str(problem.variables.index(name)) for name in edge)


def _pairs(story: Document, problem: LinearProblem) -> list[tuple[str, str]]:
    found = []
    for text in story.get("edges") or ():
        cause, _, effect = text.partition("->")
        if cause in problem.variables and effect in problem.variables and cause != effect:
            found.append((cause, effect))
    return found


def _edges(story: Document, problem: LinearProblem) -> list[str] | None:
    if story.get("edges") is None:
        return None
    return [_key(edge, problem) for edge in _pairs(story, problem)]


def _gold_graph(gold: Sequence[tuple[str, str]], problem: LinearProblem) -> str:
    lines = [Line(a, b, note="edge of gold") for a, b in gold]
    roots = _roots(gold, problem)
    return str(graph_svg(problem.variables, lines, roots=roots, marked=(problem.target,)))


def _roots(edges: Sequence[tuple[str, str]], problem: LinearProblem) -> list[str]:
    effects = {effect for _, effect in edges}
    return [name for name in problem.variables if name not in effects]


def _graph(
    steps: Sequence[Document], gold: Sequence[tuple[str, str]] | None, problem: LinearProblem
) -> str:
    """Every edge that gold or a hypothesis ever has, laid out as gold; the page shows those of a step."""
    claimed = dict.fromkeys(edge for story in steps for edge in _pairs(story, problem))
    frame = list(gold) if gold is not None else _acyclic(steps, problem)
    lines = [Line(a, b, note="edge") for a, b in frame]
    lines += [Line(a, b, layers=False, note="edge") for a, b in claimed if (a, b) not in set(frame)]
    title = "Graph of the hypothesis at the chosen step"
    roots = _roots(frame, problem)
    return str(
        graph_svg(problem.variables, lines, roots=roots, marked=(problem.target,), title=title)
    )


def _acyclic(steps: Sequence[Document], problem: LinearProblem) -> list[tuple[str, str]]:
    """Without gold, the last hypothesis that is acyclic makes the layers."""
    for story in reversed(steps):
        pairs = _pairs(story, problem)
        try:
            return list(DAG.of(pairs, nodes=problem.variables).edges)
        except SymcauseError:
            continue
    return []


def _figures(steps: Sequence[Document], views: Sequence[Document], premature: bool) -> list[Figure]:
    marks: dict[int, str] = {}
    for i, view in enumerate(views):
        if view["wasted"]:
            marks[i] = f"step {view['step']}: {view['last']} changed nothing"
        elif view["fits"] is False:
            marks[i] = f"step {view['step']}: the hypothesis contradicts the data"
    if premature and views:
        marks[len(views) - 1] = f"step {views[-1]['step']}: committed too early"
    numbers = [story["step"] for story in steps]
    left = {
        "graphs left": [story["graphs"] for story in steps],
        "models left": [story["models"] for story in steps],
        "graph IMEC": [story["imec"] for story in steps],
    }
    scores = {
        label: [(story["metrics"] or {}).get(key) for story in steps]
        for key, label in METRICS.items()
    }
    found = (
        curve_figure(
            Curve("remaining", "What is left", left, True, "What the data of each step leave over"),
            numbers,
            marks,
        ),
        curve_figure(
            Curve("metrics", "Metrics", scores, caption="The hypothesis against gold"),
            numbers,
            marks,
        ),
    )
    return [figure for figure in found if figure is not None]
