"""Paper tables of the scenario release: survival, differences, selection effects.

*Survival* by model and scenario with the means of rows and columns (Tables 11 and 12); the *difference* of
two files of results, cell by cell, and files side by side with their wins (13); the *selection effect*, a
scenario against its control without selection (6); what the scenarios are said to hold (8).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.release.game_reader import published
from symcause.families.scenario.release.release_histories import PUBLISHED
from symcause.families.scenario.scoring.claim_tables import claim_tables
from symcause.families.scenario.scoring.file_labels import labels_of, names_of
from symcause.families.scenario.scoring.run_summary import PLAYED, TOLD, RunSummary
from symcause.scoring.answer_groups import Group, Grouped, Sheet
from symcause.scoring.group_columns import Column, Labels, added, mean, size, table_of
from symcause.scoring.score_table import Cell, Table, number, signed, word

Cells = Mapping[tuple[str, str], Group]
"""Runs by model and scenario."""

CONTROL = "_no_selection_bias"
CONFOUNDED = ("high_def", "simpsons_paradox")
FAMILIES = {"antenna": "antenna", "deployment": "zone", "weather": "weather"}


def paper_tables(summary: RunSummary) -> list[Table]:
    """What the runs and files at hand allow."""
    groups = _files(summary)
    played = summary.by("model", "scenario", kinds=(PLAYED,))
    several = len({scenario for _, scenario in played}) > 1
    sources = {**groups, **({"": _pairs(played)} if several else {})}
    tables, labels = [], labels_of(groups)
    for name, cells in sources.items():
        label = labels[name] if name and len(sources) > 1 else ""
        tables += [_survival(name, label, cells), _selection(name, label, cells)]
    if len(groups) > 1:
        tables += _compared(groups)
    scenarios = [n for n in PUBLISHED if any(n == s for own in sources.values() for _, s in own)]
    if scenarios:
        tables.append(_settings(scenarios))
    return [table for table in [*tables, *claim_tables(summary)] if table.rows]


def _files(summary: RunSummary) -> dict[str, Cells]:
    """The cells of every table of results, by the name of its file."""
    cells = summary.by("file", "model", "scenario", kinds=(TOLD,))
    names = names_of(dict.fromkeys(file for file, _, _ in cells))
    groups: dict[str, dict[tuple[str, str], Group]] = {name: {} for name in names.values()}
    for (file, model, scenario), group in cells.items():
        groups[names[file]][model, scenario] = group
    return dict(groups)


def _pairs(found: Mapping[tuple[str, ...], Group]) -> Cells:
    return {(model, scenario): group for (model, scenario), group in found.items()}


def _value(group: Group | None) -> float | None:
    return None if group is None else group.total("survival").mean


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


Line = Mapping[str, float | None]
"""Survival, or a difference of two, by scenario."""


def _matrix(
    key: str, title: str, scenarios: Sequence[str], lines: Sequence[tuple[str, Line]], note: str
) -> Table:
    """Models against scenarios; a mean is that of the cells of its row."""

    def at(scenario: str) -> Callable[[Line], Cell]:
        return lambda line: number(line.get(scenario))

    columns = [(scenario, at(scenario)) for scenario in scenarios]
    columns.append(("mean", lambda line: number(_mean(line.values()))))
    rows = [({"model": model}, line) for model, line in lines]
    return table_of(key, title, ("model",), columns, rows, note)


def _survival(name: str, label: str, cells: Cells) -> Table:
    """With the means of the columns as the last row."""
    models, scenarios = (list(dict.fromkeys(key[i] for key in cells)) for i in (0, 1))
    lines = [(m, {s: _value(cells.get((m, s))) for s in scenarios}) for m in models]
    lines += [("mean", {s: _mean(line[s] for _, line in lines) for s in scenarios})]
    return _matrix(
        f"scenario_survival{label}",
        f"Survival by model and scenario{f': {name}' if name else ''}",
        scenarios,
        lines,
        "Survival as the file has it, or the mean over the runs of a cell; a mean is that of the cells of "
        "its row or column, each counting one.",
    )


_EFFECT = Sheet(numbers=("survivors", "all"))


def _effect(group: Group) -> Cell:
    hidden, shown = (group.total(name).mean or 0.0 for name in _EFFECT.numbers)
    return signed(shown - hidden)


_EFFECTS: tuple[Column, ...] = (
    ("n", size),
    ("survivors shown", mean("survivors")),
    ("all shown", mean("all")),
    ("effect", _effect),
)


def _effects(cells: Cells) -> Grouped:
    """Every scenario that has a control, in which failed units are shown: a row per model with both."""
    grouped = Grouped(_EFFECT, "scenario", "model")
    for control in dict.fromkeys(scenario for _, scenario in cells if scenario.endswith(CONTROL)):
        plain = control.removesuffix(CONTROL)
        for model in dict.fromkeys(model for model, _ in cells):
            hidden, shown = (_value(cells.get((model, s))) for s in (plain, control))
            if hidden is not None and shown is not None:
                grouped.take((plain, model), {"survivors": hidden, "all": shown}, model)
    return grouped


def _selection(name: str, label: str, cells: Cells) -> Table:
    """Of every model, the mean over models, and that over scenarios."""
    grouped, means = _effects(cells), Group(_EFFECT)
    rows: list[tuple[Labels, Group]] = []
    for (scenario,), every in grouped.by("scenario").items():
        said = str(scenario)
        own = ((model, group) for (s, model), group in grouped.groups.items() if s == scenario)
        rows += (({"scenario": said, "model": str(model)}, group) for model, group in own)
        rows.append(({"scenario": said, "model": "mean"}, every))
        means.add({side: every.total(side).mean for side in _EFFECT.numbers}, said)
    if len(means) > 1:
        rows.append(({"scenario": "mean of scenarios", "model": "mean"}, means))
    return table_of(
        f"scenario_selection{label}",
        f"Selection effect{f': {name}' if name else ''}",
        ("scenario", "model"),
        _EFFECTS,
        rows,
        "Survival where only survivors are shown, and where all are: of a model, and the mean over n "
        "models, or over n scenarios. The control of the zone family runs on another model, without an "
        "environment: its half of the table compares two models, not two ways of showing one.",
    )


def _compared(told: Mapping[str, Cells]) -> list[Table]:
    """Files of results side by side, over the cells that all of them have; Δ is against the first."""
    names = list(told)
    first, second = (told[name] for name in names[:2])
    common = [key for key in first if all(key in cells for cells in told.values())]
    scenarios = list(dict.fromkeys(scenario for _, scenario in common))
    lines: dict[str, dict[str, float | None]] = {model: {} for model, _ in common}
    for scenario in scenarios:
        for model, line in lines.items():
            if (model, scenario) in common:
                line[scenario] = _difference(second[model, scenario], first[model, scenario])
    delta = _matrix(
        "scenario_delta",
        f"Difference in survival: {names[1]} less {names[0]}",
        scenarios,
        list(lines.items()),
        "Survival in the second file less that in the first, over the cells that all files have; a mean is "
        "that of the cells of its row.",
    )
    return [delta, _beside(told, common)]


def _difference(first: Group, second: Group) -> float | None:
    a, b = _value(first), _value(second)
    return None if a is None or b is None else a - b


def _beside(told: Mapping[str, Cells], common: Sequence[tuple[str, str]]) -> Table:
    """One row per model: survival and wins in every file."""
    names = list(told)
    survival, wins = ([f"{kind} {name}" for name in names] for kind in ("survival", "wins"))
    grouped = Grouped(Sheet(numbers=(*survival, *wins)), "model")
    for model, scenario in common:
        own = [cells[model, scenario] for cells in told.values()]
        row = dict(zip(survival, map(_value, own), strict=True))
        won = zip(wins, (group.count("win") for group in own), strict=True)
        grouped.take((model,), {**row, **dict(won)}, scenario)
    columns: list[Column] = [("scenarios", size)]
    columns += [(name, mean(of)) for name, of in zip(names, survival, strict=True)]
    gains = zip(names[1:], survival[1:], strict=True)
    columns += [(f"Δ {name}", _gain(of, survival[0])) for name, of in gains]
    columns += [(name, added(name)) for name in wins]
    return table_of(
        "scenario_comparison",
        "Files of results side by side",
        ("model",),
        columns,
        [({"model": str(model)}, group) for (model,), group in grouped.groups.items()],
        f"Mean survival over the scenarios that all files have of a model, and how many of them are won; Δ "
        f"is against {names[0]}.",
    )


def _gain(name: str, first: str) -> Callable[[Group], Cell]:
    def cell(group: Group) -> Cell:
        own, before = group.total(name).mean, group.total(first).mean
        return number(None if own is None or before is None else own - before)

    return cell


def _yes(answer: bool) -> Cell:
    return word("yes" if answer else "no")


_SETTINGS: tuple[tuple[str, Callable[[ScenarioProblem], Cell]], ...] = (
    ("family", lambda problem: word(FAMILIES[problem.id.partition("_")[0]])),
    ("selection, as said", lambda problem: _yes(not problem.id.endswith(CONTROL))),
    ("failed hidden", lambda problem: _yes(problem.hidden is not None)),
    ("hidden confounder, as said", lambda problem: _yes(problem.id.endswith(CONFOUNDED))),
    ("history", lambda problem: _yes(problem.history is not None)),
    ("threshold", lambda problem: number(_threshold(problem))),
)


def _threshold(problem: ScenarioProblem) -> float | None:
    return None if problem.evaluate is None else float(problem.evaluate.threshold)


def _settings(scenarios: list[str]) -> Table:
    """What the scenarios are said to hold, and what they do."""
    return table_of(
        "scenario_settings",
        "The scenarios",
        ("scenario",),
        _SETTINGS,
        [({"scenario": name}, published(name)) for name in scenarios],
        "What the scenarios contain. As said: by their builders; hidden confounder: variants with other "
        "designs in the history.",
    )
