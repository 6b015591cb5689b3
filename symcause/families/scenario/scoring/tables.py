"""Tables over runs: one row a model, and one a model and scenario."""

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
    played = [score for score in every if not _only_judged(score)]
    judged = [score for score in every if score.rubric is not None]
    found = [_by_model(played), _by_scenario(played)] if played else []
    return [*found, _rubric(judged)] if judged else found


def _only_judged(score: RunScore) -> bool:
    """Is this a line of a panel: points, and no run behind them?"""
    known = score.win is not None or score.survival is not None or score.reason is not None
    return score.rubric is not None and not known and not score.budget.deployments


def only_told(score: RunScore) -> bool:
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
        shares = [mean([p.dimensions[d] for p in own if d in p.dimensions]) for d in dimensions]
        rows.append(
            (
                word(model),
                integer(len(own)),
                number(mean([part.points for part in own])),
                Cell(own[0].max, f"{own[0].max:g}"),
                number(mean([part.normalised for part in own])),
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
        number(mean(survived)),
        integer(sum(s.win is True for s in scores)),
        integer(sum(s.lucky is True for s in scores)),
        integer(sum(s.justified is True for s in scores)),
        integer(sum(s.noise is True for s in scores)),
        number(mean(points)),
        integer(sum(bool(s.budget.violations) for s in scores)),
        word(listed),
    )


def mean(values: list[float]) -> float | None:
    return sum(values) / len(values) if values else None
