"""The runs behind a page of scores, one by one: a row with a small curve, and a view that opens."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from symcause.episodes.documents import EpisodeScore
from symcause.episodes.story import episode_story
from symcause.episodes.words import headline, stood
from symcause.reports.figures.descent import descent_figure
from symcause.reports.figures.figure import figure_view
from symcause.reports.views.pool import Index
from symcause.reports.views.problem import View, story_view
from symcause.reports.views.runs import MOST_STEPS, run_row
from symcause.reports.views.shrinking import descent_of


@dataclass(frozen=True)
class ScoredRuns:
    """What the table of runs shows, and a view of each."""

    index: dict[str, object]
    views: list[View]


def scored_runs(scores: Iterable[EpisodeScore], source: str) -> ScoredRuns | None:
    """The runs of scored episodes; None where there are none."""
    index, views = Index(source), []
    for score in scores:
        view = _view(score)
        index.add(score, view)
        views.append(view)
    if not views:
        return None
    found = index.to_dict()
    return ScoredRuns({**found, "main": None, "figures": [], "path": None}, views)


def _view(score: EpisodeScore) -> View:
    named = f"{score.problem} by {score.agent}"
    drawn = descent_figure(descent_of(score, MOST_STEPS)) if score.steps else None
    return {
        **story_view(episode_story(score)),
        "id": named,
        "headline": headline(score),
        "sentence": stood(score),
        "main": figure_view(drawn),
        "index": {**run_row(score), "id": named},
    }
