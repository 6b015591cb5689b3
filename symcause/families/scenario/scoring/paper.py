"""The tables of the paper, from runs or from tables of results.

*Survival* by model and scenario with the means of rows and columns (Tables 11 and 12); the *difference* of
two files of results, cell by cell (13), and files side by side (18 to 20); the *selection effect*, a
scenario against its control without selection (6); what the scenarios are said to hold (8); which *claims*
runs held: gold, distractors, and how often each was found (4, 5, 15).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from symcause.families.scenario.files.histories import PUBLISHED
from symcause.families.scenario.files.released import published
from symcause.families.scenario.scoring.summary import PLAYED, TOLD, RunSummary
from symcause.scoring.grouping import Group
from symcause.scoring.table import Cell, Table, number, word

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
    found = []
    for name, cells in sources.items():
        label = f"_{_key(name)}" if name and len(sources) > 1 else ""
        found += [_survival(name, label, cells), *_selection(name, label, cells)]
    if len(told) > 1:
        found += _compared(told)
    scenarios = [n for n in PUBLISHED if any(n == s for own in sources.values() for _, s in own)]
    if scenarios:
        found.append(_settings(scenarios))
    return [*found, *_claims(summary)]


def _files(summary: RunSummary) -> dict[str, Cells]:
    """The cells of every table of results, by the name of its file."""
    found: dict[str, dict[tuple[str, str], Group]] = {}
    for (file, model, scenario), group in summary.by(
        "file", "model", "scenario", kinds=(TOLD,)
    ).items():
        found.setdefault(Path(file).stem, {})[model, scenario] = group
    return dict(found)


def _pairs(found: Mapping[tuple[str, ...], Group]) -> Cells:
    return {(model, scenario): group for (model, scenario), group in found.items()}


def _key(name: str) -> str:
    return "".join(c if c.isalnum() else "_" for c in name)


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
        "A mean is that of the cells of its row or column.",
    )


def _selection(name: str, label: str, cells: Cells) -> list[Table]:
    """A scenario against its control, in which failed units are shown."""
    scenarios = dict.fromkeys(scenario for _, scenario in cells)
    pairs = [(s.removesuffix(CONTROL), s) for s in scenarios if s.endswith(CONTROL)]
    pairs = [(plain, control) for plain, control in pairs if plain in scenarios]
    if not pairs:
        return []
    rows = []
    for plain, control in pairs:
        effects = []
        for model in dict.fromkeys(model for model, _ in cells):
            hidden, shown = (_value(cells.get((model, s))) for s in (plain, control))
            if hidden is None or shown is None:
                continue
            effects.append((hidden, shown))
            own = (hidden, shown, shown - hidden)
            rows.append((word(plain), word(model), *map(number, own)))
        means = [_mean([pair[i] for pair in effects]) for i in (0, 1)]
        if None not in means:
            hidden, shown = (value or 0.0 for value in means)
            rows.append((word(plain), word("mean"), *map(number, (hidden, shown, shown - hidden))))
    return [
        Table(
            f"scenario_selection{label}",
            f"Selection effect{f': {name}' if name else ''}",
            ("scenario", "model", "survivors shown", "all shown", "effect"),
            tuple(rows),
            "The control of the zone family runs on another model, without an environment: its half of the "
            "table compares two models, not two ways of showing one.",
        )
    ]


def _compared(told: Mapping[str, Cells]) -> list[Table]:
    """Files of results side by side, over the cells that all of them have; Δ is against the first."""
    names = list(told)
    first, second = (told[name] for name in names[:2])
    common = [key for key in first if all(key in cells for cells in told.values())]
    scenarios = list(dict.fromkeys(scenario for _, scenario in common))
    models = list(dict.fromkeys(model for model, _ in common))
    rows = []
    for model in models:
        own = [_difference(second.get((model, s)), first.get((model, s))) for s in scenarios]
        rows.append((word(model), *map(_cell, own), _cell(_mean(own))))
    delta = Table(
        "scenario_delta",
        f"Difference in survival: {names[1]} less {names[0]}",
        ("model", *scenarios, "mean"),
        tuple(rows),
        "Cells that both files have.",
    )
    rows = []
    for model in models:
        means = [
            _mean([_value(cells[model, s]) for s in scenarios if (model, s) in common])
            for cells in told.values()
        ]
        gains = [None if m is None or means[0] is None else m - means[0] for m in means[1:]]
        rows.append((word(model), *map(_cell, means), *map(_cell, gains)))
    beside = Table(
        "scenario_comparison",
        "Files of results side by side",
        ("model", *names, *(f"Δ {name}" for name in names[1:])),
        tuple(rows),
        f"Mean survival over the scenarios that all files have of a model; Δ is against {names[0]}.",
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
        "As said: by the builders; a hidden confounder of the variants with other designs in the history.",
    )


def _claims(summary: RunSummary) -> list[Table]:
    """Gold and distractor claims that runs held, by model and one by one."""
    kinds = summary.claims.by("model", "kind")
    if not kinds:
        return []
    models = sorted({str(model) for model, _ in kinds})
    rows = []
    for model in models:
        cells = [word(model)]
        for kind in ("gold", "distractor"):
            group = kinds.get((model, kind))
            cells += [
                _share(group, "found"),
                _share(group, "held"),
                _cell(None if group is None else group.total("turn").mean),
            ]
        rows.append(tuple(cells))
    heads = [
        f"{kind} {what}"
        for kind in ("gold", "distractors")
        for what in ("found", "at the end", "turn")
    ]
    by_model = Table(
        "scenario_claims",
        "Claims that runs held",
        ("model", *heads),
        tuple(rows),
        "Found: held at some turn; at the end: at the last one; turn: the first one, from 0, on average.",
    )
    single = summary.claims.by("scenario", "claim", "kind", "model")
    keys = list(dict.fromkeys(key[:3] for key in single))
    rows = []
    for key in keys:
        own = [_share(single.get((*key, model)), "found") for model in models]
        rows.append((*(word(str(part)) for part in key), *own))
    by_claim = Table(
        "scenario_discovery",
        "How often claims were found",
        ("scenario", "claim", "kind", *models),
        tuple(rows),
        "The share of runs that held the claim at some turn.",
    )
    return [by_model, by_claim]


def _share(group: Group | None, flag: str) -> Cell:
    return _NONE if group is None or not len(group) else number(group.count(flag) / len(group))
