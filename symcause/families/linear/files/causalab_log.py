"""CausaLab episode logs: JSONL, one step record a line.

A record has ``memory``, ``thought``, ``past_data``, ``hypothesis``, ``experiment`` and the fields of an
action; only ``past_data``, ``hypothesis``, ``experiment`` and a final ``prediction`` are read. Logs are
what models wrote, so a bad line or a bad hypothesis is reported in its place and reading goes on.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from symcause.errors import LimitError, ProblemError, SymcauseError
from symcause.families.linear.files.causalab_data import read_entry, read_intervention
from symcause.families.linear.files.document import number
from symcause.families.linear.files.hypothesis import parse_hypothesis
from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.problem.log import PastEntry, StepRecord
from symcause.families.linear.problem.problem import LinearProblem
from symcause.formats.documents import json_documents
from symcause.formats.foreign import Foreign
from symcause.formats.streams import Source, opened
from symcause.models.hypotheses import Hypothesis
from symcause.models.numbers import print_number

MAX_STEPS = 10_000
"""Most lines of a log that are read."""


def read_log(path: str | Path, problem: LinearProblem) -> tuple[StepRecord, ...]:
    """The steps of a log about *problem*; ``-`` is standard input."""
    try:
        with opened(path) as source:
            return tuple(islice(_steps(source, problem), MAX_STEPS))
    except LimitError as error:  # of the file, not of the audit
        told = error.complaint
        raise ProblemError(told.message, file=told.file, remedy=told.remedy) from None


def _steps(source: Source, problem: LinearProblem) -> Iterator[StepRecord]:
    for step, document in enumerate(json_documents(source)):
        if document.error is not None:
            yield StepRecord(step, error=str(document.error))
        else:
            yield read_step(document.value, problem, step)


def read_step(document: object, problem: LinearProblem, step: int) -> StepRecord:
    """One decoded step record."""
    record = Foreign(document)
    errors: list[str] = []
    past: tuple[PastEntry, ...] | None = None
    hypothesis: Hypothesis | None = None
    experiment = prediction = None
    try:
        if record["past_data"]:
            past = tuple(_entry(entry, problem) for entry in record["past_data"].parts())
    except SymcauseError as error:
        errors.append(str(error))
    try:
        if record["hypothesis"]:
            hypothesis = parse_hypothesis(
                record["hypothesis"].value, problem.variables, problem.target, problem.family
            )
    except SymcauseError as error:
        errors.append(str(error.at(place="hypothesis")))
    try:
        experiment = read_intervention(record["experiment"], problem.variables)
        if record["prediction"]:
            prediction = number(record["prediction"].value, "prediction")
    except SymcauseError as error:
        errors.append(str(error))
    return StepRecord(step, past, hypothesis, experiment, prediction, "; ".join(errors) or None)


def _entry(entry: Foreign, problem: LinearProblem) -> PastEntry:
    label = entry["id"]
    return PastEntry(
        str(label.value) if label else "",
        read_entry(entry, problem.variables, problem.target),
        read_intervention(entry["intervention"], problem.variables),
    )


def write_step(step: StepRecord) -> dict[str, object]:
    """A step as a record of a log, as far as it is known."""
    document: dict[str, object] = {}
    if step.past_data is not None:
        document["past_data"] = [_write_entry(entry) for entry in step.past_data]
    if step.hypothesis is not None:
        document["hypothesis"] = write_hypothesis(step.hypothesis)
    document["experiment"] = {} if step.experiment is None else _write_step(step.experiment)
    if step.prediction is not None:
        document["prediction"] = print_number(step.prediction)
    return document


def _write_entry(entry: PastEntry) -> dict[str, object]:
    props = {name: print_number(value) for name, value in entry.values.items()}
    document: dict[str, object] = {"id": entry.id, "props": props}
    if entry.intervention is not None:
        document["intervention"] = _write_step(entry.intervention)
    return document


def _write_step(step: Manipulation) -> dict[str, str]:
    return {"target_prop": step.variable, "target_value": print_number(step.value)}


def write_hypothesis(hypothesis: Hypothesis) -> dict[str, object]:
    """A hypothesis in the published shape."""
    names = [name for name, _ in hypothesis.coefficients if name != "base"]
    terms = " + ".join(["base", *(f"{name}*{_term(name, hypothesis)}" for name in names)])
    return {
        "edges": [{"from": cause, "to": effect} for cause, effect in hypothesis.edges],
        "freq_equation": None if hypothesis.equation is None else f"{hypothesis.target} = {terms}",
        "coefficients": {
            name: None if value is None else print_number(value)
            for name, value in hypothesis.coefficients
        },
    }


def _term(name: str, hypothesis: Hypothesis) -> str:
    """What a coefficient multiplies."""
    plain = name.removeprefix("c_")
    if hypothesis.equation is not None and plain not in hypothesis.equation.parents:
        return plain[:-2] + ("^2" if plain.endswith("_1") else "")
    return plain
