"""Published tables of results: CSV, one row a model, one column a scenario, survival in per cent.

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
from collections.abc import Iterator
from fractions import Fraction

from symcause.errors import ProblemError, SymcauseError
from symcause.families.scenario.files.released import published
from symcause.families.scenario.files.runs import FORMAT
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.formats.documents import Document
from symcause.formats.foreign import Placed
from symcause.formats.json_text import decode_text
from symcause.formats.predictions import Prediction
from symcause.formats.streams import Source
from symcause.models.numbers import read_number

KEY = "published_survival"
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
    found = []
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
        found.append(Prediction(scenario, model, json.dumps(run, ensure_ascii=False)))
    return found


def survival_table(text: str) -> dict[str, dict[str, Fraction]]:
    """Shares of survivors by scenario and model.

    >>> survival_table("model,weather_noise\\nsome-model,30.0\\n")
    {'weather_noise': {'some-model': Fraction(3, 10)}}
    """
    reader = csv.reader(io.StringIO(text), strict=True)
    try:
        rows = [(reader.line_num, [cell.strip() for cell in row]) for row in reader if any(row)]
    except csv.Error as error:
        raise ProblemError(f"not CSV: {error}", place=f"line {reader.line_num}") from None
    scenarios = rows[0][1][1:]
    _once(scenarios, "line 1")
    _once([row[0] for _, row in rows[1:]], "column 1")
    found: dict[str, dict[str, Fraction]] = {name: {} for name in scenarios}
    for line, (model, *cells) in rows[1:]:
        if len(cells) != len(scenarios):
            raise ProblemError(
                f"{len(cells) + 1} cells, the header has {len(scenarios) + 1}",
                place=f"line {line}",
            )
        for name, cell in zip(scenarios, cells, strict=True):
            if cell not in MISSING:
                found[name][model] = _share(cell, f"line {line}, {name}")
    return found


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
