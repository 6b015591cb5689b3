"""The tables of the paper, from runs or from tables of results.

*Survival* by model and scenario with the means of rows and columns (Tables 11 and 12); the *difference* of
two files of results, cell by cell, and files side by side with their wins (13); the *selection effect*, a
scenario against its control without selection (6); what the scenarios are said to hold (8).
"""

from __future__ import annotations

from collections.abc import Mapping

from symcause.families.scenario.files.histories import PUBLISHED
from symcause.families.scenario.files.released import published
from symcause.families.scenario.scoring.claims import claim_tables
from symcause.families.scenario.scoring.file_names import labels_of, names_of
from symcause.families.scenario.scoring.summary import PLAYED, TOLD, RunSummary
from symcause.scoring.grouping import Group
from symcause.scoring.table import Cell, Table, integer, number, signed, word

Cells = Mapping[tuple[str, str], Group]
"""Runs by model and scenario."""

CONTROL = "_no_selection_bias"
CONFOUNDED = ("high_def", "simpsons_paradox")
FAMILIES = {"antenna": "antenna", "deployment": "zone", "weather": "weather"}
_NONE = Cell(None, "–")


def paper_tables(summary: RunSummary) -> list[Table]:
    """What the runs and files at hand allow."""
    told = _files(summary)
    played = summary.by("model", "scenario", kinds=(PLAYED,))
    several = len({scenario for _, scenario in played}) > 1
    sources = {**told, **({"": _pairs(played)} if several else {})}
    found, labels = [], labels_of(told)
    for name, cells in sources.items():
        label = labels[name] if name and len(sources) > 1 else ""
        found += [_survival(name, label, cells), *_selection(name, label, cells)]
    if len(told) > 1:
        found += _compared(told)
    scenarios = [n for n in PUBLISHED if any(n == s for own in sources.values() for _, s in own)]
    if scenarios:
        found.append(_settings(scenarios))
    return [*found, *claim_tables(summary)]


def _files(summary: RunSummary) -> dict[str, Cells]:
    """The cells of every table of results, by the name of its file."""
    cells = summary.by("file", "model", "scenario", kinds=(TOLD,))
    names = names_of(dict.fromkeys(file for file, _, _ in cells))
    found: dict[str, dict[tuple[str, str], Group]] = {name: {} for name in names.values()}
    for (file, model, scenario), group in cells.items():
        found[names[file]][model, scenario] = group
    return dict(found)


def _pairs(found: Mapping[tuple[str, ...], Group]) -> Cells:
    return {(model, scenario): group for (model, scenario), group in found.items()}


def _value(group: Group | None) -> float | None:
    return None if group is None else group.total("survival").mean


def _mean(values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def _cell(value: float | None) -> Cell:
    return _NONE if value is None else number(value)


def _survival(name: str, label: str, cells: Cells) -> Table:
    """Models against scenarios, with the means of both."""
    models, scenarios = (list(dict.fromkeys(key[i] for key in cells)) for i in (0, 1))
    rows = []
    for model in models:
        own = [_value(cells.get((model, scenario))) for scenario in scenarios]
        rows.append((word(model), *map(_cell, own), _cell(_mean(own))))
    means = [_mean([_value(cells.get((m, s))) for m in models]) for s in scenarios]
    rows.append((word("mean"), *map(_cell, means), _cell(_mean(means))))
    return Table(
        f"scenario_survival{label}",
        f"Survival by model and scenario{f': {name}' if name else ''}",
        ("model", *scenarios, "mean"),
        tuple(rows),
        "Survival as the file has it, or the mean over the runs of a cell; a mean is that of the cells of "
        "its row or column, each counting one.",
    )


def _selection(name: str, label: str, cells: Cells) -> list[Table]:
    """A scenario against its control, in which failed units are shown."""
    scenarios = dict.fromkeys(scenario for _, scenario in cells)
    pairs = [(s.removesuffix(CONTROL), s) for s in scenarios if s.endswith(CONTROL)]
    pairs = [(plain, control) for plain, control in pairs if plain in scenarios]
    if not pairs:
        return []
    rows, every = [], []
    for plain, control in pairs:
        effects = []
        for model in dict.fromkeys(model for model, _ in cells):
            hidden, shown = (_value(cells.get((model, s))) for s in (plain, control))
            if hidden is None or shown is None:
                continue
            effects.append((hidden, shown))
            rows.append((word(plain), word(model), integer(1), *_effect(hidden, shown)))
        every += [] if not effects else [_means(effects)]
        rows += [_mean_row(plain, effects)] if effects else []
    if len(every) > 1:
        rows.append(_mean_row("mean of scenarios", every))
    return [
        Table(
            f"scenario_selection{label}",
            f"Selection effect{f': {name}' if name else ''}",
            ("scenario", "model", "n", "survivors shown", "all shown", "effect"),
            tuple(rows),
            "Survival where only survivors are shown, and where all are: of a model, and the mean over n "
            "models, or over n scenarios. The control of the zone family runs on another model, without an "
            "environment: its half of the table compares two models, not two ways of showing one.",
        )
    ]


Effects = list[tuple[float, float]]
"""Survival where survivors are shown, and where all are."""


def _means(effects: Effects) -> tuple[float, float]:
    hidden, shown = (sum(side) / len(effects) for side in zip(*effects, strict=True))
    return hidden, shown


def _effect(hidden: float, shown: float) -> tuple[Cell, ...]:
    return (*map(number, (hidden, shown)), signed(shown - hidden))


def _mean_row(label: str, effects: Effects) -> tuple[Cell, ...]:
    return (word(label), word("mean"), integer(len(effects)), *_effect(*_means(effects)))


def _compared(told: Mapping[str, Cells]) -> list[Table]:
    """Files of results side by side, over the cells that all of them have; Δ is against the first."""
    names = list(told)
    first, second = (told[name] for name in names[:2])
    common = [key for key in first if all(key in cells for cells in told.values())]
    if not common:
        return []
    scenarios = list(dict.fromkeys(scenario for _, scenario in common))
    models = list(dict.fromkeys(model for model, _ in common))
    rows = []
    for model in models:
        keys = [(model, s) if (model, s) in common else None for s in scenarios]
        own = [None if key is None else _difference(second[key], first[key]) for key in keys]
        rows.append((word(model), *map(_cell, own), _cell(_mean(own))))
    delta = Table(
        "scenario_delta",
        f"Difference in survival: {names[1]} less {names[0]}",
        ("model", *scenarios, "mean"),
        tuple(rows),
        "Survival in the second file less that in the first, over the cells that all files have; a mean is "
        "that of the cells of its row.",
    )
    rows = []
    for model in models:
        own_scenarios = [s for s in scenarios if (model, s) in common]
        means = [_mean([_value(cells[model, s]) for s in own_scenarios]) for cells in told.values()]
        wins = [sum(cells[model, s].count("win") for s in own_scenarios) for cells in told.values()]
        gains = [None if m is None or means[0] is None else m - means[0] for m in means[1:]]
        labels = (word(model), integer(len(own_scenarios)))
        rows.append((*labels, *map(_cell, means), *map(_cell, gains), *map(integer, wins)))
    beside = Table(
        "scenario_comparison",
        "Files of results side by side",
        (
            *("model", "scenarios", *names, *(f"Δ {name}" for name in names[1:])),
            *(f"wins {name}" for name in names),
        ),
        tuple(rows),
        f"Mean survival over the scenarios that all files have of a model, and how many of them are won; Δ "
        f"is against {names[0]}.",
    )
    return [delta, beside]


def _difference(first: Group | None, second: Group | None) -> float | None:
    a, b = _value(first), _value(second)
    return None if a is None or b is None else a - b


def _settings(scenarios: list[str]) -> Table:
    """What the scenarios are said to hold, and what they do."""
    rows = []
    for name in scenarios:
        problem = published(name)
        assert problem.evaluate is not None
        rows.append(
            (
                word(name),
                word(FAMILIES[name.partition("_")[0]]),
                word("no" if name.endswith(CONTROL) else "yes"),
                word("yes" if problem.hidden is not None else "no"),
                word("yes" if name.endswith(CONFOUNDED) else "no"),
                word("no" if problem.history is None else "yes"),
                number(float(problem.evaluate.threshold)),
            )
        )
    return Table(
        "scenario_settings",
        "The scenarios",
        (
            "scenario",
            "family",
            "selection, as said",
            "failed hidden",
            "hidden confounder, as said",
            "history",
            "threshold",
        ),
        tuple(rows),
        "What the scenarios hold. As said: by the builders; a hidden confounder of the variants with other "
        "designs in the history.",
    )
