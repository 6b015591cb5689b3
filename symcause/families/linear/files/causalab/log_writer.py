"""The log writer for CausaLab: steps and hypotheses in the published shape."""

from __future__ import annotations

from collections.abc import Iterator

from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.problem.step_records import PastEntry, StepRecord
from symcause.models.exact_numbers import print_number
from symcause.models.hypotheses import Hypothesis


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
    terms = " + ".join(["base", *_terms(hypothesis)])
    return {
        "edges": [{"from": cause, "to": effect} for cause, effect in hypothesis.edges],
        "freq_equation": None if hypothesis.equation is None else f"{hypothesis.target} = {terms}",
        "coefficients": {
            name: None if value is None else print_number(value)
            for name, value in hypothesis.coefficients
        },
    }


def _terms(hypothesis: Hypothesis) -> Iterator[str]:
    """The coefficients of the equation's parents, each with what it multiplies."""
    parents = () if hypothesis.equation is None else hypothesis.equation.parents
    multiplied = {f"c_{parent}": parent for parent in parents}
    multiplied |= {f"c_{parent}_1": f"{parent}^2" for parent in parents}
    multiplied |= {f"c_{parent}_2": parent for parent in parents}
    for name, _ in hypothesis.coefficients:
        if name in multiplied:
            yield f"{name}*{multiplied[name]}"
