"""Recounts of the result tables of the scenario release: wins at thresholds, and means.

A table is a file; it is scored on its own and named after it. Published wins come from another file, a
column a mode, and are held only against the table whose name has that mode in it. Means that a table
prints are held against those of its cells.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Mapping
from fractions import Fraction

from symcause.errors import ProblemError, SymcauseError
from symcause.families.scenario.release.result_tables import printed_means
from symcause.families.scenario.scoring.file_labels import labels_of, names_of
from symcause.families.scenario.scoring.run_summary import TOLD, RunSummary, exact_survival
from symcause.models.exact_numbers import read_number
from symcause.scoring.answer_groups import Group
from symcause.scoring.group_columns import count, mean, size, table_of
from symcause.scoring.score_table import Cell, Table, number, whole, word

Wins = Mapping[str, Mapping[str, int]]
"""Published wins: by mode, by model."""

NOTE = (
    "Means over the cells of a published table. A scenario is won at its released threshold: 0.75, "
    "env_shift 0.70, weather_noise 0.55."
)
ROUNDED = Fraction(6, 100)
"""Means are printed with one decimal, of cells with one decimal: so far apart they may be, in per cent."""


def read_wins(path: str) -> Wins:
    """The wins of a file: ``model,agent,prompting`` and a row per model."""
    from symcause.formats.pools.problem_files import read_text

    try:
        rows = [row for row in csv.reader(io.StringIO(read_text(path)), strict=True) if any(row)]
    except csv.Error as error:
        raise ProblemError(f"not CSV: {error}", file=path) from None
    if not rows or rows[0][0].strip() != "model" or len(rows[0]) < 2:
        raise ProblemError("expected a column model and a column a mode", file=path, place="line 1")
    modes = [name.strip() for name in rows[0][1:]]
    wins: dict[str, dict[str, int]] = {mode: {} for mode in modes}
    for line, (model, *cells) in enumerate(rows[1:], start=2):
        if len(cells) != len(modes):
            raise ProblemError(
                f"{len(cells) + 1} cells, the header has {len(modes) + 1}",
                file=path,
                place=f"line {line}",
            )
        for mode, cell in zip(modes, cells, strict=True):
            if cell.strip():
                wins[mode][model.strip()] = _wins(cell, path, f"line {line}, {mode}")
    return wins


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
    tables = []
    models, scenarios = (summary.by("file", own, kinds=(TOLD,)) for own in ("model", "scenario"))
    names = names_of(dict.fromkeys(file for file, _ in models))
    labels = labels_of(names.values())
    for file, name in names.items():
        label = "" if len(names) == 1 else labels[name]
        printed = printed_means(file)
        by_model = {model: group for (own, model), group in models.items() if own == file}
        by_scenario = {scene: group for (own, scene), group in scenarios.items() if own == file}
        tables.append(
            _recounted(
                f"scenario_recount{label}",
                f"Wins recounted from published survival: {name}",
                "model",
                "scenarios",
                by_model,
                printed.rows,
                _of_mode(name, wins),
            )
        )
        tables.append(
            _recounted(
                f"scenario_means{label}",
                f"Means of scenarios: {name}",
                "scenario",
                "models",
                by_scenario,
                printed.columns,
            )
        )
    return tables


def _of_mode(name: str, wins: Wins | None) -> Mapping[str, int] | None:
    """The published wins of the mode that the name of a table says; None if it says none of them."""
    words = re.split(r"[^0-9a-z]+", name.lower())
    return next((own for mode, own in (wins or {}).items() if mode.lower() in words), None)


def _recounted(
    key: str,
    title: str,
    about: str,
    counted: str,
    groups: Mapping[str, Group],
    printed: Mapping[str, Fraction],
    wins: Mapping[str, int] | None = None,
) -> Table:
    """What follows from the cells of a table, beside published wins and the means that it prints."""
    columns: list[Recount] = [
        (counted, lambda row: size(row[1])),
        ("mean survival", lambda row: mean("survival")(row[1])),
        ("wins recounted", lambda row: count("win")(row[1])),
    ]
    if wins is not None:
        columns.append(("wins published", lambda row: whole(wins.get(row[0]))))
    if printed:
        columns.append(("mean printed", lambda row: _printed(printed.get(row[0]))))
        columns.append(("agrees", lambda row: _agrees(printed.get(row[0]), row[1])))
    rows = [({about: name}, (name, group)) for name, group in groups.items()]
    return table_of(key, title, (about,), columns, rows, NOTE)


Recount = tuple[str, Callable[[tuple[str, Group]], Cell]]
"""A column, read off the name of a row and its cells."""


def _printed(mean: Fraction | None) -> Cell:
    return number(None if mean is None else float(mean))


def _agrees(printed: Fraction | None, own: Group) -> Cell:
    """Is a printed mean that of the cells?"""
    if printed is None:
        return number(None)
    exact = exact_survival(own) / len(own)
    return word("yes" if abs(exact - printed) * 100 <= ROUNDED else "no")
