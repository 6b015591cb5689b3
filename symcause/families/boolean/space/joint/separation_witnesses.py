"""Witnesses of Boolean separations: all experiments between two models, and what each model shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from symcause.answers import Unknown
from symcause.audits.space import Separation
from symcause.errors import LimitError
from symcause.families.boolean.models.experiments import (
    Experiment,
    PairSeparation,
    StateWitness,
    Witness,
    ranked_experiments,
)
from symcause.families.boolean.models.observable_behaviour import shown_states, telling_experiments
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.joint.joint_search import Separated


def reading(model: BooleanSCM, experiment: Mapping[str, object]) -> dict[str, int]:
    """What the model shows under a separation's experiment: all values in its ``context``."""
    assigned, context = experiment["assignments"], experiment["context"]
    assert isinstance(assigned, Mapping)
    assert isinstance(context, Mapping)
    return model.run({**context, **assigned}, assigned, 1)


def pair_separations(
    problem: BooleanProblem, first: BooleanSCM, second: BooleanSCM, targets: int = 1
) -> Iterator[Separation | Unknown]:
    """All experiments between two models, best first; where variables are latent, fewest targets first."""
    try:
        if problem.latent:
            for separation in telling_experiments(first, second, problem.latent, targets):
                yield _state_shown(separation, first, second)
            return
        for separation in ranked_experiments(first, second, targets=targets):
            assert separation.witness is not None
            yield executed(
                Separated(first, second, separation.experiment, separation.witness),
                _rates(separation),
            )
    except LimitError as error:
        yield Unknown(str(error))


def _rates(told: PairSeparation) -> dict[str, Fraction]:
    """What ranks the experiment; nothing between models over different roots."""
    if told.pair_disagreement_rate is None or told.cell_difference_rate is None:
        return {}
    return {
        "pair_disagreement_rate": told.pair_disagreement_rate,
        "cell_difference_rate": told.cell_difference_rate,
    }


def _state_shown(told: PairSeparation, first: BooleanSCM, second: BooleanSCM) -> Separation:
    """A state that only one of two models can be in, among the variables that are not latent."""
    assert isinstance(told.witness, StateWitness)
    state = {name: int(bit) for name, bit in told.witness.state}
    here = told.witness.possible_in == "reference"
    readings = {"possible": here}, {"possible": not here}
    return Separation({**told.experiment.to_dict(), "state": state}, first, second, readings)


def replayed(problem: BooleanProblem, found: Separation) -> bool:
    """Do both models show what a separation says? A state is looked for among all that a model can show."""
    models = [model for model in (found.first, found.second) if isinstance(model, BooleanSCM)]
    shown: list[Mapping[str, object]] = []
    for model in models:
        if "state" in found.experiment:
            assigned, state = found.experiment["assignments"], found.experiment["state"]
            assert isinstance(assigned, Mapping)
            assert isinstance(state, Mapping)
            every = shown_states(model, problem.latent, Experiment.of(assigned))
            shown.append({"possible": tuple(str(bit) for bit in state.values()) in every})
        else:
            shown.append(reading(model, found.experiment))
    return tuple(shown) == found.readings and shown[0] != shown[1]


def executed(found: Separated, measures: Mapping[str, int | Fraction] | None = None) -> Separation:
    """The separation with both models run; each takes its own roots from the context."""
    witness = found.witness
    context = witness.roots if isinstance(witness, Witness) else witness.state
    shown = {name: int(bit) for name, bit in context}
    experiment = {**found.experiment.to_dict(), "context": shown}
    readings = reading(found.reference, experiment), reading(found.alternative, experiment)
    assert readings[0] != readings[1], "the search is wrong: the models agree"
    return Separation(experiment, found.reference, found.alternative, readings, measures or {})
