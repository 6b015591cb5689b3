"""Result tables of the scenario release: survival by model and scenario, as runs.

::

    model,antenna_trap,weather_noise
    some-model,74.9,30.0

A column is a published scenario together with the answers of all models to it: runs of which only the
survival of the submitted design is known. A cell that is empty or holds a dash is no run.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from symcause.errors import ProblemError, SymcauseError
from symcause.families.scenario.files.run_files import FORMAT
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.release.game_reader import published
from symcause.formats.answer_files.predictions import Prediction
from symcause.formats.json_text import decode_text
from symcause.formats.pools.foreign_values import Placed
from symcause.formats.pools.json_documents import Document
from symcause.formats.storage.byte_streams import Source
from symcause.models.exact_numbers import read_number

KEY = "published_survival"
MEANS = ("mean", "average", "avg", "avg.", "mean survival")
"""What printed means are called, in the head of a column or at the beginning of a row."""
MISSING = ("", "-", "–", "—")
FLEET = 1000


def result_documents(source: Source) -> Iterator[Document]:
    """One document a scenario: its name, and survival by model."""
    text = decode_text(source.rest(), file=source.file)
    for column, (scenario, rates) in enumerate(survival_table(text).items(), start=2):
        value = {KEY: scenario, "models": {model: str(rate) for model, rate in rates.items()}}
        yield Document(value, source.file, f"column {column}")


def result_problem(document: object, file: str | None = None) -> ScenarioProblem:
    """The published scenario that a column is about."""
    try:
        return published(Placed(document)[KEY].text())
    except SymcauseError as error:
        raise error.at(file=file) from None


def result_answers(document: object) -> list[Prediction]:
    """The runs of a column: a fleet, its survivors, and no design."""
    read = Placed(document)
    scenario = read[KEY].text()
    predictions = []
    for model, rate in read["models"].entries().items():
        share = Fraction(rate.text())
        fleet = FLEET * share.denominator
        run = {
            "format": FORMAT,
            "id": f"{scenario}/{model}",
            "scenario": scenario,
            "model": model,
            "submission": {"fleet": fleet, "survived": int(share * fleet)},
        }
        predictions.append(Prediction(scenario, model, json.dumps(run, ensure_ascii=False)))
    return predictions


@dataclass(frozen=True)
class Printed:
    """Means that a table prints: of its models, of its scenarios."""

    rows: Mapping[str, Fraction] = field(default_factory=dict)
    columns: Mapping[str, Fraction] = field(default_factory=dict)


def printed_means(path: str) -> Printed:
    """The means that a file prints; none where it cannot be read once more."""
    from symcause.formats.pools.problem_files import read_text

    try:
        head, rows = _rows(read_text(path))
    except SymcauseError:
        return Printed()
    by_row: dict[str, Fraction] = {}
    by_column: dict[str, Fraction] = {}
    for line, (model, *cells) in rows:
        for name, cell in zip(head, cells, strict=False):
            if cell in MISSING or _is_mean(name) == _is_mean(model):
                continue
            if _is_mean(name):
                by_row[model] = _share(cell, f"line {line}, {name}")
            else:
                by_column[name] = _share(cell, f"line {line}, {name}")
    return Printed(by_row, by_column)


def _is_mean(name: str) -> bool:
    return name.strip().lower() in MEANS


def survival_table(text: str) -> dict[str, dict[str, Fraction]]:
    """Shares of survivors by scenario and model.

    >>> survival_table("model,weather_noise\\nsome-model,30.0\\n")
    {'weather_noise': {'some-model': Fraction(3, 10)}}
    """
    scenarios, rows = _rows(text)
    _once(scenarios, "line 1")
    _once([row[0] for _, row in rows], "column 1")
    table: dict[str, dict[str, Fraction]] = {n: {} for n in scenarios if not _is_mean(n)}
    for line, (model, *cells) in rows:
        if len(cells) != len(scenarios):
            raise ProblemError(
                f"{len(cells) + 1} cells, the header has {len(scenarios) + 1}",
                place=f"line {line}",
            )
        for name, cell in zip(scenarios, cells, strict=True):
            if cell not in MISSING and not _is_mean(name) and not _is_mean(model):
                table[name][model] = _share(cell, f"line {line}, {name}")
    return table


def _rows(text: str) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """The scenarios in the head of a table, and its rows with their lines."""
    reader = csv.reader(io.StringIO(text), strict=True)
    try:
        rows = [(reader.line_num, [cell.strip() for cell in row]) for row in reader if any(row)]
    except csv.Error as error:
        raise ProblemError(f"not CSV: {error}", place=f"line {reader.line_num}") from None
    return rows[0][1][1:], rows[1:]


def _once(names: list[str], place: str) -> None:
    for index, name in enumerate(names):
        if name in names[:index]:
            raise ProblemError("a name stands twice", place=place, value=name)


def _share(cell: str, place: str) -> Fraction:
    """Survival in per cent as a share."""
    try:
        rate = read_number(cell.removesuffix("%"))
    except SymcauseError as error:
        raise error.at(place=place) from None
    if not 0 <= rate <= 100:
        raise ProblemError("survival in per cent is between 0 and 100", place=place, value=cell)
    return rate / 100
