"""The log writer of the linear release (CausaLab): steps and hypotheses in its shape."""

from __future__ import annotations

from symcause.families.linear.files.hypothesis_writer import write_hypothesis
from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.problem.step_records import PastEntry, StepRecord
from symcause.models.exact_numbers import print_number


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
