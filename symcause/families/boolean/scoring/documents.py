"""Separations of two models as documents."""

from __future__ import annotations

from fractions import Fraction

from symcause.families.boolean.models.experiments import Separation


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
        "experiment": found.experiment.to_dict(),
        "pair_disagreement_rate": number(found.pair_disagreement_rate),
        "cell_difference_rate": number(found.cell_difference_rate),
        "witness": found.witness.to_dict(),
    }


def number(value: Fraction | None) -> float | None:
    """A rate as a document has it."""
    return None if value is None else float(value)
