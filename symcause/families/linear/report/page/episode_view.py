"""The episode view: the page of a linear log, with hypotheses and metrics over its steps.

Two kinds of marks: the agent *repeated itself* (an intervention after which exactly as much is left as
before), and it *committed too early* (its last hypothesis contradicts data it already had, or the reactor's
target was not entailed yet).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import UnsetType

from symcause.audits.story import Tone
from symcause.errors import SymcauseError
from symcause.families.linear.bounds import PAGE_OBJECTIONS
from symcause.families.linear.documents.audit_document import LinearAudit
from symcause.families.linear.documents.metrics_part import MetricsPart
from symcause.families.linear.documents.trajectory_part import (
    CommitmentPart,
    InterventionPart,
    StepPart,
)
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.report.page.intervention_descent import descent_of, told_evidence
from symcause.families.linear.report.page.problem_view import View, index_row, problem_view
from symcause.families.linear.report.story.episode_story import (
    brought_rows,
    commitment_words,
    told_regret,
    told_target,
)
from symcause.families.linear.report.story.evidence_places import spoken
from symcause.models.dags import DAG
from symcause.models.number_phrases import fixed, number_of
from symcause.models.prose.intervention_text import done_words
from symcause.reports.figures.figure import Figure, figure_view
from symcause.reports.figures.steps.space_descent import descent_figure
from symcause.reports.figures.steps.step_curves import Curve, curve_figure
from symcause.reports.graph_svg import Arrow, graph_svg

Edge = tuple[str, str]


def _scores(metrics: MetricsPart | None) -> list[tuple[str, float | None]]:
    """The metrics that curves are drawn of, with their names."""
    return [
        ("edge F1", None if metrics is None else metrics.edge_f1),
        ("target-edge F1", None if metrics is None else metrics.target_edge_f1),
        ("root F1", None if metrics is None else metrics.root_f1),
        ("coefficient F1", None if metrics is None else metrics.coefficient_f1),
    ]


def trajectory_view(document: LinearAudit, problem: LinearProblem) -> View:
    """Everything that the page of one episode shows, with the audit of its whole evidence."""
    steps, commitment = document.steps or (), _committed(document)
    marked = list(_marked(steps, document.interventions or ()))
    gold = _gold_edges(problem)
    premature = commitment is not None and commitment.premature
    wrong = commitment_words(document, commitment) if commitment and premature else None
    refuted = document.support == "refuted"
    shown = [
        _step(step, last, wasted, problem)
        for step, (last, wasted) in zip(steps, marked, strict=True)
    ]
    return {
        "kind": "trajectory",
        "id": document.problem,
        "verdict": "refuted" if refuted else "premature" if premature else "grounded",
        "headline": _refuted(document) if refuted else _committing(document, commitment),
        "committed": wrong and f"{wrong[0].lower()}{wrong[1:]}",
        "tone": str(Tone.BAD if premature else Tone.GOOD),
        "sentence": told_evidence(document),
        "main": figure_view(descent_figure(descent_of(document))),
        "facts": [
            list(fact)
            for fact in (*_answered(document), *_facts(steps, document.interventions or ()))
        ],
        "notes": [f"Step {step.step}: {remark}." for step in steps for remark in step.remarks],
        "next": [],
        "vars": list(problem.variables),
        "gold": None if gold is None else [_key(edge, problem) for edge in gold],
        "graph": _graph(steps, gold, problem),
        "steps": shown,
        "brought": [list(row) for row in brought_rows(document.interventions or ())],
        "regret": told_regret(document),
        "whole": problem_view(document, problem),
        "figures": [figure_view(f) for f in _figures(steps, _flags(steps, marked, wrong))],
        "index": index_row(document, problem),
    }


def _committed(document: LinearAudit) -> CommitmentPart | None:
    return None if isinstance(document.commitment, UnsetType) else document.commitment


def _marked(
    steps: Sequence[StepPart], brought: Sequence[InterventionPart]
) -> Iterator[tuple[InterventionPart | None, bool]]:
    """The last intervention before each step, and whether it was wasted.

    That is marked at the first step that has its reading, not at those after it.
    """
    before = 0
    for step in steps:
        at = step.interventions
        last = brought[at - 1] if 0 < at <= len(brought) else None
        yield last, last is not None and last.wasted and at > before
        before = at


def _step(
    step: StepPart, last: InterventionPart | None, wasted: bool, problem: LinearProblem
) -> View:
    edges = None
    if step.edges is not None:
        edges = [_key(edge, problem) for edge in _pairs(step, problem)]
    return {
        "step": step.step,
        "graphs": _count(step.graphs),
        "models": _count(step.models),
        "imec": _count(step.imec),
        "target": step.target.to_dict(),
        "fits": step.fits,
        "objections": _objections(step.objections),
        "error": step.error,
        "unmatched": len(step.unmatched),
        "records": step.records,
        "interventions": step.interventions,
        "last": None if last is None else done_words(last.intervention),
        "wasted": wasted,
        "metrics": [list(score) for score in _scores(step.metrics)],
        "shd": None if step.metrics is None else step.metrics.shd,
        "edges": edges,
    }


def _objections(told: Sequence[str]) -> list[str]:
    """The first ones, and how many more there are."""
    more = len(told) - PAGE_OBJECTIONS
    return [*map(spoken, told[:PAGE_OBJECTIONS]), *([f"and {more} more"] if more > 0 else [])]


def _count(value: int | None) -> str | None:
    return None if value is None else number_of(value)


def _committing(document: LinearAudit, commitment: CommitmentPart | None) -> str:
    if commitment is None:
        return "The log has no steps"
    if not commitment.premature:
        return "Committed when the data settled the answer, and agrees with all of them"
    return f"{commitment_words(document, commitment)}: {' and '.join(commitment.reasons)}"


def _refuted(document: LinearAudit) -> str:
    known = ""
    if document.target.entailed and document.target.low == document.target.high:
        known = f", which leaves {document.target.low} and nothing else"
    return f"Answered {document.answer} against the evidence noted{known}"


def _answered(document: LinearAudit) -> Iterator[tuple[str, str]]:
    """What the evidence entails, what the agent answered."""
    if document.target.entailed is not None:
        yield "reactor’s target", told_target(document.target)
    if isinstance(document.answer, str):
        yield (
            "answer",
            f"{document.answer}, {document.support}" if document.support else document.answer,
        )


def _facts(
    steps: Sequence[StepPart], brought: Sequence[InterventionPart]
) -> Iterator[tuple[str, str]]:
    yield "steps", str(len(steps))
    yield "interventions", str(len(brought))
    yield "without effect", str(sum(intervention.wasted for intervention in brought))
    yield "steps that contradict the data", str(sum(step.fits is False for step in steps))
    if steps:
        yield "graphs left", number_of(steps[-1].graphs, "unknown")
        metrics = steps[-1].metrics
        if metrics is not None:
            yield "final edge F1", fixed(metrics.edge_f1, 2)


def _gold_edges(problem: LinearProblem) -> list[Edge] | None:
    try:
        model = problem.gold_model()
    except SymcauseError:
        return None
    return None if model is None else list(model.edges)


def _key(edge: Edge, problem: LinearProblem) -> str:
    return "-".join(str(problem.variables.index(name)) for name in edge)


def _pairs(step: StepPart, problem: LinearProblem) -> list[Edge]:
    pairs = []
    for text in step.edges or ():
        cause, _, effect = text.partition("->")
        if cause in problem.variables and effect in problem.variables and cause != effect:
            pairs.append((cause, effect))
    return pairs


def _roots(edges: Sequence[Edge], problem: LinearProblem) -> list[str]:
    effects = {effect for _, effect in edges}
    return [name for name in problem.variables if name not in effects]


def _graph(steps: Sequence[StepPart], gold: Sequence[Edge] | None, problem: LinearProblem) -> str:
    """Every edge that gold or a hypothesis ever has, laid out as gold; the page shows those of a step."""
    claimed = dict.fromkeys(edge for step in steps for edge in _pairs(step, problem))
    frame = list(gold) if gold is not None else _acyclic(steps, problem)
    lines = [Arrow(a, b, note="edge") for a, b in frame]
    lines += [
        Arrow(a, b, layers=False, note="edge") for a, b in claimed if (a, b) not in set(frame)
    ]
    title = "Hypothesis of the chosen step and gold in one layout"
    roots = _roots(frame, problem)
    return str(
        graph_svg(problem.variables, lines, roots=roots, marked=(problem.target,), title=title)
    )


def _acyclic(steps: Sequence[StepPart], problem: LinearProblem) -> list[Edge]:
    """Without gold, the last hypothesis that is acyclic makes the layers."""
    for step in reversed(steps):
        try:
            return list(DAG.of(_pairs(step, problem), nodes=problem.variables).edges)
        except SymcauseError:
            continue
    return []


def _flags(
    steps: Sequence[StepPart],
    marked: Sequence[tuple[InterventionPart | None, bool]],
    wrong: str | None,
) -> dict[int, str]:
    """The steps with a mark, and what it tells."""
    flags: dict[int, str] = {}
    for i, (step, (last, wasted)) in enumerate(zip(steps, marked, strict=True)):
        if last is not None and wasted:
            flags[i] = f"step {step.step}: {done_words(last.intervention)} changed nothing"
        elif step.fits is False:
            flags[i] = f"step {step.step}: the hypothesis contradicts the data"
    if wrong and steps:
        flags[len(steps) - 1] = f"step {steps[-1].step}: {wrong[0].lower()}{wrong[1:]}"
    return flags


def _figures(steps: Sequence[StepPart], flags: dict[int, str]) -> list[Figure]:
    numbers = [step.step for step in steps]
    left = {
        "graphs left": [step.graphs for step in steps],
        "models left": [step.models for step in steps],
        "graph IMEC": [step.imec for step in steps],
    }
    scores: dict[str, list[float | None]] = {name: [] for name, _ in _scores(None)}
    for step in steps:
        for name, value in _scores(step.metrics):
            scores[name].append(value)
    text = "What the data of each step leave over"
    curves = (
        Curve("remaining", "What is left", left, True, text),
        Curve("metrics", "Metrics", scores, caption="The hypothesis against gold"),
    )
    figures = (curve_figure(curve, numbers, flags) for curve in curves)
    return [figure for figure in figures if figure is not None]
