"""The log of a run of the linear release: its problem, steps, last hypothesis and success.

The configuration beside a log is the problem; without one it is the problem that was asked about. Prior
records stand in the task as ``- Observation 1: {'density': 14, …}``, in the ``…_data.json`` or in what was
sent to the model. The *last word* is the last hypothesis that says anything, over all files of the run, as
the release takes it: one that is empty at the end does not take back what was said before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from symcause.errors import LimitError, ProblemError, SymcauseError
from symcause.families.linear.problem.problem import LinearProblem, Record
from symcause.families.linear.problem.step_records import StepRecord
from symcause.families.linear.release.configuration import read_causalab
from symcause.families.linear.release.environment_messages import MANIPULATED
from symcause.families.linear.release.log_reader import read_steps, record_of, values_of
from symcause.families.linear.release.run_folder import RunFiles, run_files
from symcause.models.exact_numbers import read_number
from symcause.models.hypotheses import is_target

_OBSERVATION = re.compile(r"^- Observation (?P<number>[0-9]+): \{(?P<pairs>[^{}\n]*)\}", re.M)
_PAIR = re.compile(r"'(?P<name>[^']+)': (?P<value>-?[0-9.]+(?:[eE][+-]?[0-9]+)?)")


@dataclass(frozen=True)
class RunLog:
    """The problem of a run, its steps, the hypothesis that it ends with, and whether it succeeded."""

    problem: LinearProblem
    steps: tuple[StepRecord, ...]
    last_word: Mapping[str, object] | None
    completed: bool | None


Chosen = Callable[[LinearProblem], LinearProblem]
"""Puts a problem into the class that was asked for."""


def read_run(path: str | Path, problem: LinearProblem, chosen: Chosen | None = None) -> RunLog:
    """The run of a log: about *problem*, or where a class is *chosen* about the problem beside the log."""
    try:
        files = run_files(Path(path))
    except LimitError as error:  # of the file, not of the audit
        complaint = error.complaint
        raise ProblemError(
            complaint.message, file=complaint.file, remedy=complaint.remedy
        ) from None
    return run_of(files, problem, str(path), chosen)


def run_of(
    files: RunFiles, problem: LinearProblem, file: str, chosen: Chosen | None = None
) -> RunLog:
    """The same of texts."""
    own = None if chosen is None else _configured(files)
    # Where only notes tell what was read, a problem that has its readings tells more.
    if chosen is not None and own is not None and (MANIPULATED in files.text or not problem.acts):
        problem = chosen(own)
    if not problem.has_evidence:
        problem = replace(problem, records=tuple(_observed(files, problem)))
    steps = read_steps(files.text, file, problem)
    return RunLog(problem, steps, _last_word(files), files.completed)


def _configured(files: RunFiles) -> LinearProblem | None:
    """The problem that the configuration beside a log tells, if it is whole."""
    placed = files.configuration
    if not placed or not placed["nodes"] or not placed["edges"]:
        return None
    try:
        return read_causalab(placed.value)
    except SymcauseError:
        return None


def _observed(files: RunFiles, problem: LinearProblem) -> Iterator[Record]:
    """The prior observations that the task states."""
    for text in _tasks(files):
        records = list(_records(text, problem))
        if records:
            yield from records
            return


def _tasks(files: RunFiles) -> Iterator[str]:
    """Texts in which the task stands."""
    task = files.data["task_description"].value
    if isinstance(task, str):
        yield task
    for name, text in files.hypotheses:
        for _, value in values_of(text, name):
            sent = value.get("raw_input") if isinstance(value, Mapping) else None
            if isinstance(sent, str):
                yield sent


def _records(task: str, problem: LinearProblem) -> Iterator[Record]:
    whole = set(problem.variables) - set(problem.unobserved)
    for line in _OBSERVATION.finditer(task):
        values = {}
        for pair in _PAIR.finditer(line["pairs"]):
            name = problem.target if is_target(pair["name"], problem.target) else pair["name"]
            try:
                values[name] = read_number(pair["value"])
            except SymcauseError:
                continue
        values = {name: value for name, value in values.items() if name in whole}
        if set(values) == whole:
            yield Record(f"observation{line['number']}", values)


def _last_word(files: RunFiles) -> Mapping[str, object] | None:
    word = None
    for name, text in files.hypotheses:
        for _, value in values_of(text, name):
            stated = stated_in(value)
            word = word if stated is None else stated
    return word


def stated_in(document: object) -> Mapping[str, object] | None:
    """The hypothesis of a step, unless it says nothing at all."""
    record = record_of(document)
    if record is None or not isinstance(record.value, Mapping):
        return None
    return spoken(record.value.get("hypothesis"))


def spoken(hypothesis: object) -> Mapping[str, object] | None:
    """A hypothesis that has some edge, equation or coefficient; else None."""
    if not isinstance(hypothesis, Mapping):
        return None
    said = any(hypothesis.get(key) for key in ("edges", "freq_equation", "coefficients"))
    return hypothesis if said else None
