"""Answers that are models of tables, read from text and written: parents and outputs of every mechanism.

Outputs stand in the order in which the values of the parents count up, the first parent fastest; roots are
the variables without a mechanism.

>>> evidence = TableEvidence(("A", "B"), (3, 2), ())
>>> model = read_tables(evidence, '{"B": {"parents": ["A"], "outputs": [0, 1, 1]}}')
>>> model.roots, model.functions["B"]({"A": 2}), print_tables(model)
(('A',), 1, '{"B": {"parents": ["A"], "outputs": [0, 1, 1]}}')
"""

from __future__ import annotations

import json
from math import prod
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from symcause.errors import UsageError, did_you_mean
from symcause.mechanisms.bounds import ANSWERED_OUTPUTS
from symcause.mechanisms.tables.table_evidence import TableEvidence
from symcause.mechanisms.tables.table_functions import reduced
from symcause.mechanisms.tables.table_models import TableModel

FORM = '{"B": {"parents": ["A"], "outputs": [0, 1, 1]}}'


class TableAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """The mechanism of one variable in an answer."""

    parents: tuple[str, ...]
    outputs: Annotated[tuple[int, ...], Meta(max_length=ANSWERED_OUTPUTS)]


def read_tables(evidence: TableEvidence, text: str | bytes) -> TableModel:
    """The model that an answer is. Raises UsageError where it is none."""
    try:
        answer = msgspec.json.decode(text, type=dict[str, TableAnswer])
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise UsageError(f"not a model of tables: {error}", remedy=f"such as {FORM}") from None
    names, sizes = evidence.variables, dict(zip(evidence.variables, evidence.sizes, strict=True))
    functions = {}
    for name, mechanism in answer.items():
        for known in (name, *mechanism.parents):
            if known not in sizes:
                raise UsageError("no such variable", value=known, remedy=did_you_mean(known, names))
        parents = mechanism.parents
        if len(set(parents)) < len(parents) or name in parents:
            raise UsageError(f"the parents of {name} are not different other variables")
        number = prod(sizes[parent] for parent in parents)
        if len(mechanism.outputs) != number:
            said = f"{name} has {len(mechanism.outputs)} outputs"
            raise UsageError(f"{said}, its parents have {number} combinations of values")
        if not all(0 <= output < sizes[name] for output in mechanism.outputs):
            raise UsageError(f"an output of {name} is none of its values, 0 to {sizes[name] - 1}")
        ordered, outputs = _in_order(evidence, parents, mechanism.outputs)
        functions[name] = reduced(
            ordered, outputs, [sizes[parent] for parent in ordered], sizes[name]
        )
    model = TableModel(tuple(name for name in names if name not in functions), functions)
    try:
        _ = model.order
    except ValueError as error:
        raise UsageError(str(error)) from None
    return model


def _in_order(
    evidence: TableEvidence, parents: tuple[str, ...], outputs: tuple[int, ...]
) -> tuple[list[str], list[int]]:
    """The same with the parents in the order of the variables."""
    sizes = dict(zip(evidence.variables, evidence.sizes, strict=True))
    ordered = sorted(parents, key=evidence.variables.index)
    steps, radix = dict[str, int](), 1
    for parent in parents:
        steps[parent], radix = radix, radix * sizes[parent]
    places = [0]
    for parent in ordered:
        places = [
            place + value * steps[parent] for value in range(sizes[parent]) for place in places
        ]
    return ordered, [outputs[place] for place in places]


def print_tables(model: TableModel) -> str:
    """The answer that a model is."""
    said = {
        name: {"parents": list(function.parents), "outputs": list(function.outputs)}
        for name in model.endogenous
        if (function := model.functions[name])
    }
    return json.dumps(said)
