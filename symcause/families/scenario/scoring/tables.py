"""Tables over runs: one row a model, and one a model and scenario."""

from __future__ import annotations

from symcause.families.scenario.scoring.rubric import PATTERN_NOTE
from symcause.families.scenario.scoring.summary import JUDGED, PLAYED, RunSummary
from symcause.scoring.columns import Column, count, mean, size, table_of
from symcause.scoring.grouping import Group
from symcause.scoring.table import Cell, Table, integer, number, word


def tables(summary: RunSummary) -> list[Table]:
    """The summary of some runs."""
    judged = summary.by("model", kinds=(PLAYED, JUDGED))
    judged = {model: group for model, group in judged.items() if group.count("judged")}
    found = [_by_model(summary), _by_scenario(summary)] if summary.by("model") else []
    return [*found, _rubric(summary, judged)] if judged else found


def _by_model(summary: RunSummary) -> Table:
    return table_of(
        "scenario_runs",
        "Runs by model",
        ("model",),
        _COLUMNS,
        [((word(model),), group) for (model,), group in sorted(summary.by("model").items())],
        f"Survival is the mean over runs with a submission. {PATTERN_NOTE}",
        _BEST,
    )


def _by_scenario(summary: RunSummary) -> Table:
    found = sorted(summary.by("scenario", "model").items())
    return table_of(
        "scenario_runs_by_scenario",
        "Runs by scenario and model",
        ("scenario", "model"),
        _COLUMNS,
        [((word(scenario), word(model)), group) for (scenario, model), group in found],
        "Noise: runs whose survival is within two standard errors of what their design is worth.",
        _BEST,
    )


def _rubric(summary: RunSummary, judged: dict[tuple[str, ...], Group]) -> Table:
    """Points by model: means over its runs."""
    shares = summary.dimensions.groups
    dimensions = list(dict.fromkeys(str(name) for _, name in shares))
    rows = []
    for (model,), group in sorted(judged.items()):
        of = float(str(next(iter(group.counts("maximum")))))
        known = [shares.get((model, name)) for name in dimensions]
        means = [None if own is None else own.total("share").mean for own in known]
        rows.append(
            (
                word(model),
                integer(group.count("judged")),
                mean("points")(group),
                Cell(of, f"{of:g}"),
                mean("normalised")(group),
                *map(number, means),
                integer(group.count("mandatory")),
            )
        )
    return Table(
        "scenario_rubric",
        "Points of the rubric by model",
        ("model", "runs", "points", "of", "share", *dimensions, "mandatory met"),
        tuple(rows),
        "Means over runs; a dimension is the share of its positive weights. Penalties count against.",
    )


def _patterns(group: Group) -> Cell:
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
    ("patterns", _patterns),
)
_BEST = ("survival", "wins", "justified", "rubric")
