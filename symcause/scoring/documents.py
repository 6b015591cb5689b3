"""Experiments, witnesses and separations as documents, in the published shapes."""

from __future__ import annotations

from fractions import Fraction

from symcause.models.experiments import Experiment, Separation, StateWitness, Witness


def experiment_document(experiment: Experiment) -> dict[str, object]:
    """An experiment in the published shape."""
    return {
        "type": "hard_do",
        "assignments": {name: int(bit) for name, bit in experiment.assignments},
    }


def separation_document(found: Separation | None, *, same_roots: bool) -> dict[str, object]:
    """The best experiment between two models with its rates and witness.

    Without one, the rates are 0, or null where models over different roots have none.
    """
    if found is None or found.witness is None:
        nothing = 0.0 if same_roots else None
        return {
            "experiment": None,
            "pair_disagreement_rate": nothing,
            "cell_difference_rate": nothing,
            "witness": None,
        }
    return {
        "experiment": experiment_document(found.experiment),
        "pair_disagreement_rate": number(found.pair_disagreement_rate),
        "cell_difference_rate": number(found.cell_difference_rate),
        "witness": witness_document(found.witness),
    }


def witness_document(witness: Witness | StateWitness) -> dict[str, object]:
    """A witness in the published shape, or the state that only one of two models can be in."""
    if isinstance(witness, StateWitness):
        state = {name: int(bit) for name, bit in witness.state}
        return {"state": state, "possibleIn": witness.possible_in}
    return {
        "rootAssignment": {name: int(bit) for name, bit in witness.roots},
        "differences": [
            {
                "variable": d.variable,
                "reference": int(d.reference),
                "alternative": int(d.alternative),
            }
            for d in witness.differences
        ],
    }


def number(value: Fraction | None) -> float | None:
    """A rate as a document has it."""
    return None if value is None else float(value)
