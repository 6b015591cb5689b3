"""Published tables of results, recounted: wins at the released thresholds, and means.

A table is a file; it is scored on its own and named after it. Published wins come from another file, a
column a mode, and are held only against the table whose name has that mode in it. Means that a table
prints are held against those of its cells.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from fractions import Fraction

from symcause.errors import ProblemError, SymcauseError
from symcause.families.scenario.files.results import Printed, printed_means
from symcause.families.scenario.scoring.file_names import labels_of, names_of
from symcause.families.scenario.scoring.summary import TOLD, RunSummary, exact_survival
from symcause.models.numbers import read_number
from symcause.scoring.columns import Column, count, mean, size
from symcause.scoring.grouping import Group
from symcause.scoring.table import Cell, Table, integer, number, word

Wins = Mapping[str, Mapping[str, int]]
"""Published wins: by mode, by model."""

NOTE = (
    "Means over the cells of a published table. A scenario is won at its released threshold: 0.75, "
    "env_shift 0.70, weather_noise 0.55."
)
ROUNDED = Fraction(6, 100)
"""Means are printed with one decimal, of cells with one decimal: so far apart they may be, in per cent."""


def read_wins(path: str) -> Wins:
    """The wins of a file: ``model,agent,prompting`` and a row a model."""
    from symcause.formats.files import read_text

    try:
        rows = [row for row in csv.reader(io.StringIO(read_text(path)), strict=True) if any(row)]
    except csv.Error as error:
        raise ProblemError(f"not CSV: {error}", file=path) from None
    if not rows or rows[0][0].strip() != "model" or len(rows[0]) < 2:
        raise ProblemError("expected a column model and a column a mode", file=path, place="line 1")
    modes = [name.strip() for name in rows[0][1:]]
    found: dict[str, dict[str, int]] = {mode: {} for mode in modes}
    for line, (model, *cells) in enumerate(rows[1:], start=2):
        if len(cells) != len(modes):
            raise ProblemError(
                f"{len(cells) + 1} cells, the header has {len(modes) + 1}",
                file=path,
                place=f"line {line}",
            )
        for mode, cell in zip(modes, cells, strict=True):
            if cell.strip():
                found[mode][model.strip()] = _wins(cell, path, f"line {line}, {mode}")
    return found


def _wins(cell: str, path: str, place: str) -> int:
    try:
        count = read_number(cell.strip())
    except SymcauseError as error:
        raise error.at(file=path, place=place) from None
    if count.denominator != 1 or count < 0:
        raise ProblemError("wins are a whole number", file=path, place=place, value=cell)
    return int(count)


def result_tables(summary: RunSummary, wins: Wins | None) -> list[Table]:
    """Two tables a file: its models, and its scenarios."""
    found = []
    models, scenarios = (summary.by("file", own, kinds=(TOLD,)) for own in ("model", "scenario"))
    names = names_of(dict.fromkeys(file for file, _ in models))
    labels = labels_of(names.values())
    for file, name in names.items():
        label = "" if len(names) == 1 else labels[name]
        printed = printed_means(file)
        by_model = {model: group for (own, model), group in models.items() if own == file}
        by_scenario = {scene: group for (own, scene), group in scenarios.items() if own == file}
        found.append(_by_model(name, label, by_model, _of_mode(name, wins), printed))
        found.append(_by_scenario(name, label, by_scenario, printed))
    return found


def _of_mode(name: str, wins: Wins | None) -> Mapping[str, int] | None:
    """The published wins of the mode that the name of a table says; None if it says none of them."""
    words = re.split(r"[^0-9a-z]+", name.lower())
    return next((own for mode, own in (wins or {}).items() if mode.lower() in words), None)


def _by_model(
    name: str,
    label: str,
    models: Mapping[str, Group],
    wins: Mapping[str, int] | None,
    printed: Printed,
) -> Table:
    """Wins that follow from published survival and the thresholds of the scenarios."""
    rows = []
    for model, own in models.items():
        cells = [word(model), *(cell(own) for _, cell in _COLUMNS)]
        if wins is not None:
            cells.append(integer(wins[model]) if model in wins else Cell(None, "–"))
        if printed.rows:
            cells += _compared(printed.rows.get(model), own)
        rows.append(tuple(cells))
    columns = ["model", "scenarios", "mean survival", "wins recounted"]
    columns += [] if wins is None else ["wins published"]
    columns += ["mean printed", "agrees"] if printed.rows else []
    title = f"Wins recounted from published survival: {name}"
    return Table(f"scenario_recount{label}", title, tuple(columns), tuple(rows), NOTE)


def _by_scenario(name: str, label: str, scenarios: Mapping[str, Group], printed: Printed) -> Table:
    """The mean of every scenario over the models of a table, beside the one that it prints."""
    rows = []
    for scenario, own in scenarios.items():
        cells = [word(scenario), *(cell(own) for _, cell in _COLUMNS)]
        if printed.columns:
            cells += _compared(printed.columns.get(scenario), own)
        rows.append(tuple(cells))
    columns = ["scenario", "models", "mean survival", "wins recounted"]
    columns += ["mean printed", "agrees"] if printed.columns else []
    title = f"Means of scenarios: {name}"
    return Table(f"scenario_means{label}", title, tuple(columns), tuple(rows), NOTE)


_COLUMNS: tuple[Column, ...] = (
    ("cells", size),
    ("mean survival", mean("survival")),
    ("wins recounted", count("win")),
)


def _compared(printed: Fraction | None, own: Group) -> list[Cell]:
    """A printed mean, and whether it is that of the cells."""
    if printed is None:
        return [Cell(None, "–"), Cell(None, "–")]
    exact = exact_survival(own) / len(own)
    agrees = abs(exact - printed) * 100 <= ROUNDED
    return [number(float(printed)), word("yes" if agrees else "no")]
