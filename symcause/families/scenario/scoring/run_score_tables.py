"""Score tables of runs in scenario scoring: a row for each model, or model and scenario."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from symcause.families.scenario.scoring.rubric_points import PATTERN_NOTE, PATTERNS
from symcause.families.scenario.scoring.run_summary import DESIGN, JUDGED, PLAYED, SHEET, RunSummary
from symcause.scoring.answer_groups import Group
from symcause.scoring.group_columns import (
    Column,
    Keyed,
    Read,
    count,
    keyed_table,
    mean,
    size,
    table_of,
)
from symcause.scoring.score_table import Cell, Table, integer, number, word


def tables(summary: RunSummary) -> list[Table]:
    """The summary of some runs."""
    judged = summary.by("model", kinds=(PLAYED, JUDGED))
    judged = {model: group for model, group in judged.items() if group.count("judged")}
    found = [_by_model(summary), _by_scenario(summary)] if summary.by("model") else []
    found += _designs(summary)
    found += [_rubric(summary, judged), _patterns(judged), _profiles(summary)] if judged else []
    return [table for table in found if table.rows]


def _by_model(summary: RunSummary) -> Table:
    return table_of(
        "scenario_runs",
        "Runs by model",
        ("model",),
        _COLUMNS,
        [({"model": model}, group) for (model,), group in sorted(summary.by("model").items())],
        f"Survival is the mean over runs with a submission. {PATTERN_NOTE}",
        _BEST,
    )


def _by_scenario(summary: RunSummary) -> Table:
    pairs = sorted(summary.by("scenario", "model").items())
    return table_of(
        "scenario_runs_by_scenario",
        "Runs by scenario and model",
        ("scenario", "model"),
        _COLUMNS,
        [({"scenario": scene, "model": model}, group) for (scene, model), group in pairs],
        "The same by scenario. Survival is the mean over runs with a submission; noise: runs whose "
        "survival is within two standard errors of what their design is worth.",
        _BEST,
    )


def _designs(summary: RunSummary) -> list[Table]:
    """Designs that answer a prompt, without a run: by model, and by scenario and model."""
    models = sorted(summary.by("model", kinds=(DESIGN,)).items())
    pairs = sorted(summary.by("scenario", "model", kinds=(DESIGN,)).items())
    return [
        table_of(
            "scenario_designs",
            "Designs by model",
            ("model",),
            _DESIGN_COLUMNS,
            [({"model": model}, group) for (model,), group in models],
            _DESIGN_NOTE,
            _DESIGN_BEST,
        ),
        table_of(
            "scenario_designs_by_scenario",
            "Designs by scenario and model",
            ("scenario", "model"),
            _DESIGN_COLUMNS,
            [({"scenario": scene, "model": model}, group) for (scene, model), group in pairs],
            f"The same by scenario. {_DESIGN_NOTE}",
            _DESIGN_BEST,
        ),
    ]


def _rubric(summary: RunSummary, judged: dict[tuple[str, ...], Group]) -> Table:
    """Points by model: means over its runs."""
    shares = summary.dimensions.by("model", "dimension")
    dimensions = list(dict.fromkeys(str(name) for _, name in shares))
    columns: tuple[Read[_Judged], ...] = (
        ("model", lambda row: word(row.name)),
        ("runs", lambda row: integer(row.group.count("judged"))),
        ("points", lambda row: mean("points")(row.group)),
        ("of", lambda row: _maximum(row.group)),
        ("share", lambda row: mean("normalised")(row.group)),
        *(_dimension(shares, name) for name in dimensions),
        ("mandatory met", lambda row: integer(row.group.count("mandatory"))),
    )
    return keyed_table(
        "scenario_rubric",
        "Points of the rubric by model",
        columns,
        [_Judged(model, group) for (model,), group in sorted(judged.items())],
        "Means over runs that were judged; a dimension is the share of its positive weights. Penalties "
        "count against.",
    )


class _Judged(NamedTuple):
    """Runs that were judged, and the model or the failure pattern that they have in common."""

    name: str
    group: Group


def _maximum(group: Group) -> Cell:
    points = float(str(next(iter(group.counts("maximum")))))
    return Cell(points, f"{points:g}")


def _dimension(shares: Mapping[tuple[object, ...], Group], name: str) -> Keyed[_Judged]:
    """The share of points in a dimension, by what a row is called."""
    return Keyed(f"dimension {name}", name, lambda row: _share(shares.get((row.name, name))))


def _share(group: Group | None) -> Cell:
    return number(None if group is None else group.total("share").mean)


def _patterns(judged: dict[tuple[str, ...], Group]) -> Table:
    """Failure patterns by model, and of all models together."""
    every = Group(SHEET)
    for group in judged.values():
        every.join(group)
    rows = [({"model": model}, group) for (model,), group in sorted(judged.items())]
    rows += [({"model": "all models"}, every)] if len(rows) > 1 else []
    columns: tuple[Column, ...] = (
        ("judged", count("judged")),
        ("with a pattern", lambda group: integer(sum(group.counts("pattern").values()))),
        *((name, _counted(name)) for name in PATTERNS),
        *((f"share {name}", _counted(name, share=True)) for name in PATTERNS),
    )
    pairs = [(labels, group) for labels, group in rows if group.counts("pattern")]
    note = (
        f"Lost runs by failure pattern: numbers, and shares of those with a pattern. {PATTERN_NOTE}"
    )
    return table_of("scenario_patterns", "Failure patterns", ("model",), columns, pairs, note)


def _counted(name: str, *, share: bool = False) -> Callable[[Group], Cell]:
    def cell(group: Group) -> Cell:
        counts = group.counts("pattern")
        n, whole = counts.get(name, 0), sum(counts.values())
        return number(n / whole if whole else None) if share else integer(n)

    return cell


def _profiles(summary: RunSummary) -> Table:
    """What the rubric says of runs with the same failure pattern."""
    shares = summary.dimensions.by("pattern", "dimension")
    dimensions = list(dict.fromkeys(str(name) for _, name in shares))
    rows = []
    for pattern in PATTERNS:
        own = [shares.get((pattern, name)) for name in dimensions]
        largest = max((group for group in own if group), key=len, default=None)
        if largest is not None:
            rows.append(_Judged(pattern, largest))
    columns: tuple[Read[_Judged], ...] = (
        ("pattern", lambda row: word(row.name)),
        ("runs", lambda row: integer(len(row.group))),
        *(_dimension(shares, name) for name in dimensions),
    )
    note = "Shares of the points of every dimension, means over the runs with a failure pattern"
    return keyed_table("scenario_profiles", "Points by failure pattern", columns, rows, note)


def _named(group: Group) -> Cell:
    found = {str(name): n for name, n in group.counts("pattern").items()}
    return word(", ".join(f"{name} {found[name]}" for name in sorted(found)) or "–")


_COLUMNS: tuple[Column, ...] = (
    ("runs", size),
    ("survival", mean("survival")),
    ("wins", count("win")),
    ("lucky", count("lucky")),
    ("justified", count("justified")),
    ("noise", count("noise")),
    ("rubric", mean("normalised")),
    ("over budget", count("over_budget")),
    ("patterns", _named),
)
_BEST = ("survival", "wins", "justified", "rubric")

_DESIGN_COLUMNS: tuple[Column, ...] = (
    ("answers", size),
    ("valid", count("valid")),
    ("in the space", count("in_space")),
    ("reach it", count("right")),
    ("value", mean("value")),
    ("chance to win", mean("p_win")),
)
_DESIGN_BEST = ("reach it", "value", "chance to win")
_DESIGN_NOTE = (
    "Answers that are a design and no run, as check judges them: no fleet was sent. Valid: there is a "
    "design in the text. Reach it: the design is in the space, and the survival to expect of it is at "
    "least the threshold. Value: that survival, chance to win: that of a fleet reaching the threshold "
    "(the lower ends of their bounds), both means over the designs in the space."
)
