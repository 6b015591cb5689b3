"""Witnesses of a Boolean separation: what each of two models shows under its experiment."""

from __future__ import annotations

from collections.abc import Mapping

from symcause.audits.space import Separation
from symcause.families.boolean.models.experiments import Witness
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.space.joint.joint_search import Separated


def reading(model: BooleanSCM, experiment: Mapping[str, object]) -> dict[str, int]:
    """What the model shows under a separation's experiment: all values in its ``context``."""
    assigned, context = experiment["assignments"], experiment["context"]
    assert isinstance(assigned, Mapping)
    assert isinstance(context, Mapping)
    return model.run({**context, **assigned}, assigned, 1)


def executed(found: Separated) -> Separation:
    """The separation with both models run; each takes its own roots from the context."""
    witness = found.witness
    context = witness.roots if isinstance(witness, Witness) else witness.state
    shown = {name: int(bit) for name, bit in context}
    experiment = {**found.experiment.to_dict(), "context": shown}
    readings = reading(found.reference, experiment), reading(found.alternative, experiment)
    assert readings[0] != readings[1], "the search is wrong: the models agree"
    return Separation(experiment, found.reference, found.alternative, readings)
