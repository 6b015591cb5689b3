"""Tables over runs: one row a model, and one a model and scenario; published tables recounted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

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


def _by_model(scores: list[RunScore]) -> Table:
    names = sorted({score.model or "" for score in scores})
    rows = [_row((word(name),), [s for s in scores if (s.model or "") == name]) for name in names]
    return Table(
        "scenario_runs",
        "Runs by model",
        ("model", *_COLUMNS),
        tuple(rows),
        f"Survival is the mean over runs with a submission. {PATTERN_NOTE}",
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

THRESHOLDS = {"weather_noise": Fraction(55)}
OTHERWISE = Fraction(75)
"""Thresholds of the paper in per cent."""


def recounted(
    survival: Mapping[str, Mapping[str, Fraction]], published: Mapping[str, int] = PUBLISHED_WINS
) -> Table:
    """Wins that follow from published survival rates (per cent, by model and scenario) and thresholds."""
    rows = []
    for model, row in survival.items():
        wins = sum(rate >= THRESHOLDS.get(name, OTHERWISE) for name, rate in row.items())
        said = published.get(model)
        rows.append(
            (
                word(model),
                integer(len(row)),
                integer(wins),
                Cell(None, "–") if said is None else integer(said),
            )
        )
    return Table(
        "scenario_recount",
        "Wins recounted from published survival",
        ("model", "scenarios", "wins recounted", "wins published"),
        tuple(rows),
        "A scenario is won at 75 per cent survival, weather_noise at 55.",
    )


def survival_table(text: str) -> dict[str, dict[str, Fraction]]:
    """A published table: a header of scenarios, then one line a model."""
    import csv

    from symcause.models.numbers import read_number

    rows = list(csv.reader(text.splitlines()))
    scenarios = rows[0][1:]
    return {
        row[0]: {name: read_number(rate) for name, rate in zip(scenarios, row[1:], strict=True)}
        for row in rows[1:]
        if row
    }
