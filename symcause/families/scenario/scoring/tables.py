"""Tables over runs: one row a model, and one a model and scenario; published tables recounted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from symcause.families.scenario.documents.score import RunScore
from symcause.families.scenario.scoring.rubric import PATTERN_NOTE
from symcause.scoring.table import Cell, Table, integer, number, word


def tables(scores: Iterable[RunScore]) -> list[Table]:
    """The summary of some runs."""
    every = list(scores)
    if not every:
        return []
    told = [score for score in every if _only_told(score)]
    played = [score for score in every if not _only_judged(score) and not _only_told(score)]
    judged = [score for score in every if score.rubric is not None]
    found = [_by_model(played), _by_scenario(played)] if played else []
    found += [_recount(told)] if told else []
    return [*found, _rubric(judged)] if judged else found


def _only_judged(score: RunScore) -> bool:
    """Is this a line of a panel: points, and no run behind them?"""
    known = score.win is not None or score.survival is not None or score.reason is not None
    return score.rubric is not None and not known and not score.budget.deployments


def _only_told(score: RunScore) -> bool:
    """Is this a cell of a published table: a survival, and no design behind it?"""
    return score.survival is not None and score.value is None and not score.budget.deployments


def _by_model(scores: list[RunScore]) -> Table:
    names = sorted({score.model or "" for score in scores})
    rows = [_row((word(name),), [s for s in scores if (s.model or "") == name]) for name in names]
    return Table(
        "scenario_runs",
        "Runs by model",
        ("model", *_COLUMNS),
        tuple(rows),
        f"Survival is the mean over runs with a submission. {PATTERN_NOTE}",
        _BEST,
    )


def _by_scenario(scores: list[RunScore]) -> Table:
    keys = sorted({(s.problem or "", s.model or "") for s in scores})
    rows = []
    for problem, model in keys:
        own = [s for s in scores if (s.problem or "", s.model or "") == (problem, model)]
        rows.append(_row((word(problem), word(model)), own))
    return Table(
        "scenario_runs_by_scenario",
        "Runs by scenario and model",
        ("scenario", "model", *_COLUMNS),
        tuple(rows),
        "Noise: runs whose survival is within two standard errors of what their design is worth.",
        _BEST,
    )


def _rubric(scores: list[RunScore]) -> Table:
    """Points by model: means over its runs."""
    parts = [(score.model or "", score.rubric) for score in scores if score.rubric is not None]
    dimensions = list(dict.fromkeys(name for _, part in parts for name in part.dimensions))
    rows = []
    for model in sorted({model for model, _ in parts}):
        own = [part for name, part in parts if name == model]
        shares = [_mean([p.dimensions[d] for p in own if d in p.dimensions]) for d in dimensions]
        rows.append(
            (
                word(model),
                integer(len(own)),
                number(_mean([part.points for part in own])),
                Cell(own[0].max, f"{own[0].max:g}"),
                number(_mean([part.normalised for part in own])),
                *(number(share) for share in shares),
                integer(sum(part.mandatory is True for part in own)),
            )
        )
    return Table(
        "scenario_rubric",
        "Points of the rubric by model",
        ("model", "runs", "points", "of", "share", *dimensions, "mandatory met"),
        tuple(rows),
        "Means over runs; a dimension is the share of its positive weights. Penalties count against.",
    )


_COLUMNS = (
    "runs",
    "survival",
    "wins",
    "lucky",
    "justified",
    "noise",
    "rubric",
    "over budget",
    "patterns",
)


_BEST = ("survival", "wins", "justified", "rubric")


def _row(head: tuple[Cell, ...], scores: list[RunScore]) -> tuple[Cell, ...]:
    survived = [s.survival for s in scores if s.survival is not None]
    points = [s.rubric.normalised for s in scores if s.rubric is not None]
    found = Counter(s.pattern for s in scores if s.pattern is not None)
    listed = ", ".join(f"{name} {found[name]}" for name in sorted(found)) or "–"
    return (
        *head,
        integer(len(scores)),
        number(_mean(survived)),
        integer(sum(s.win is True for s in scores)),
        integer(sum(s.lucky is True for s in scores)),
        integer(sum(s.justified is True for s in scores)),
        integer(sum(s.noise is True for s in scores)),
        number(_mean(points)),
        integer(sum(bool(s.budget.violations) for s in scores)),
        word(listed),
    )


def _mean(values: list[float]) -> float | None:
    return sum(values) / len(values) if values else None


PUBLISHED_WINS = {"gpt-5.2": 5, "gpt-5-mini": 4, "grok-4-1-fast": 4, "gpt-oss-120b": 3}
"""Wins in agent mode as published, for the models whose count is known here."""


def _recount(scores: list[RunScore]) -> Table:
    """Wins that follow from published survival and the thresholds of the scenarios."""
    rows = []
    for model in dict.fromkeys(score.model or "" for score in scores):
        own = [score for score in scores if (score.model or "") == model]
        said = PUBLISHED_WINS.get(model)
        rows.append(
            (
                word(model),
                integer(len(own)),
                number(_mean([s.survival for s in own if s.survival is not None])),
                integer(sum(score.win is True for score in own)),
                Cell(None, "–") if said is None else integer(said),
            )
        )
    return Table(
        "scenario_recount",
        "Wins recounted from published survival",
        ("model", "scenarios", "mean survival", "wins recounted", "wins published"),
        tuple(rows),
        "A scenario is won at its released threshold: 0.75, env_shift 0.70, weather_noise 0.55. "
        "Published counts are those of agent mode, – where none is known.",
    )
