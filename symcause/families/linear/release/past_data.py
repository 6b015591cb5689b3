"""The ``past_data`` of released linear files: readings and the interventions between them."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from symcause.errors import ProblemError, did_you_mean
from symcause.families.linear.files.document import number
from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.problem.problem import ChainState, Record
from symcause.formats.pools.foreign_values import Placed
from symcause.models.hypotheses import is_target

NO_EXPERIMENT = frozenset({"", "none", "set_reactor_frequency", "read_reactor_properties"})
"""Values of ``target_prop`` that name no property: the agent does something else."""


def chain_of(
    past: Placed, variables: Collection[str], target: str
) -> tuple[tuple[Record, ...], tuple[ChainState, ...]]:
    """Prior records and the chain that continues the crystal of the first of them."""
    records: list[Record] = []
    chain: list[ChainState] = []
    for i, entry in enumerate(past.parts() if past else ()):
        values = read_entry(entry, variables, target)
        step = read_intervention(entry["intervention"], variables)
        if step is not None:
            chain.append(ChainState(values, step))
            continue
        name = entry["id"].text() if entry["id"] else str(i)
        records.append(Record(name, values))
    if chain and records:
        chain.insert(0, ChainState(records[0].values))
    return tuple(records), tuple(chain)


def read_entry(entry: Placed, variables: Collection[str], target: str) -> dict[str, Fraction]:
    """The values of one ``past_data`` entry: its ``props`` and its ``freq``."""
    values: dict[str, Fraction] = {}
    for prop, value in entry["props"].entries().items():
        name = target if is_target(prop, target) else prop
        if name not in variables:
            raise ProblemError(
                "undeclared property",
                place=value.place,
                value=prop,
                remedy=did_you_mean(prop, variables),
            )
        values[name] = number(value.value, value.place)
    if entry["freq"]:
        values[target] = number(entry["freq"].value, entry["freq"].place)
    return values


def read_intervention(step: Placed, variables: Collection[str]) -> Manipulation | None:
    """``{"target_prop": …, "target_value": …}``; missing, empty or something else is no intervention."""
    if not step or step.value == {} or not step["target_prop"]:
        return None
    prop, value = step["target_prop"], step["target_value"]
    if prop.text() in NO_EXPERIMENT:
        return None
    if prop.text() not in variables:
        raise ProblemError(
            "undeclared property",
            place=prop.place,
            value=prop.value,
            remedy=did_you_mean(prop.text(), variables),
        )
    return Manipulation(prop.text(), number(value.value, value.place))
