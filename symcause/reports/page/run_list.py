"""The list of runs on a page of scores: a row with a small curve for each, and its view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from shlex import quote
from typing import Any

from msgspec.structs import replace

from symcause.audits.document_json import revived
from symcause.audits.documents import AuditDocument
from symcause.bounds.reports_bounds import CURVE_STEPS
from symcause.episodes.judgement.episode_document import EpisodeScore
from symcause.episodes.judgement.outcome_sentences import headline, stood
from symcause.episodes.judgement.step_story import episode_story
from symcause.reports.figures.figure import figure_view
from symcause.reports.views.episode_picture import episode_figure
from symcause.reports.views.pool_index import Index
from symcause.reports.views.result_view import View, story_view
from symcause.reports.views.run_record import ToldRun
from symcause.reports.views.run_rows import run_row
from symcause.scoring.scoring_protocol import Line, Scoring


@dataclass(frozen=True)
class ScoredRuns:
    """What the table of runs shows, and a view of each."""

    index: dict[str, object]
    views: list[View]


def scored_runs(
    lines: Iterable[Line], scorings: Mapping[str, Scoring[Any, Any]], source: str
) -> ScoredRuns | None:
    """The runs behind these lines; None where no line has one."""
    index, views = Index(source), []
    names: Counter[str] = Counter()
    for line in lines:
        view = _view(line, scorings)
        if view is not None:
            view = _numbered(_named(view, source), names)
            named = AuditDocument(family=str(line["family"]), problem=str(line["problem"]))
            index.add(named, view)
            views.append(view)
    if not views:
        return None
    found = index.to_dict()
    return ScoredRuns({**found, "main": None, "figures": [], "path": None}, views)


def _named(view: View, source: str) -> View:
    """The view with the pool in its commands."""
    steps = view.get("next")
    if source == "-" or not isinstance(steps, list | tuple):
        return view
    return {**view, "next": [str(step).replace("PROBLEM", quote(source)) for step in steps]}


def _numbered(view: View, names: Counter[str]) -> View:
    """The same view, by a name of its own: the second run of a name is called so."""
    name = str(view["id"])
    names[name] += 1
    if names[name] == 1:
        return view
    own, row = f"{name}, run {names[name]}", view["index"]
    assert isinstance(row, dict)
    return {**view, "id": own, "index": {**row, "id": own}}


def _view(line: Line, scorings: Mapping[str, Scoring[Any, Any]]) -> View | None:
    if line.get("episode") is True:
        return _episode(revived(line, EpisodeScore))
    run: ToldRun | None = scorings[str(line["family"])].told(line)
    return None if run is None else run.view()


def _episode(score: EpisodeScore) -> View:
    named = f"{score.problem} by {score.agent}"
    drawn = episode_figure(score, CURVE_STEPS)
    return {
        **story_view(episode_story(replace(score, entailed=()))),
        "id": named,
        "headline": headline(score),
        "sentence": stood(score),
        "main": figure_view(drawn),
        "index": {**run_row(score), "id": named, "count": score.count},
    }
