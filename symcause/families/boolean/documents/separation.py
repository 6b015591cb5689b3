"""What tells two Boolean models apart, as documents show it: an experiment and a witness."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET, UnsetType

from symcause.audits.documents import Part

if TYPE_CHECKING:
    from symcause.families.boolean.models.experiments import Experiment, StateWitness, Witness


class ExperimentPart(Part, frozen=True, kw_only=True):
    """A hard intervention, in the published shape."""

    type: str = "hard_do"
    assignments: dict[str, int]

    @staticmethod
    def of(experiment: Experiment) -> ExperimentPart:
        return ExperimentPart(assignments={name: int(bit) for name, bit in experiment.assignments})

    def __str__(self) -> str:
        set_to = ", ".join(f"{name}={bit}" for name, bit in self.assignments.items())
        return f"do({set_to})" if set_to else "observing"


class DifferencePart(Part, frozen=True, kw_only=True):
    """One cell on which the two models disagree."""

    variable: str
    reference: int
    alternative: int


class WitnessPart(Part, frozen=True, kw_only=True):
    """Roots and the cells that differ under them, or a state that only one of the two can be in."""

    root_assignment: dict[str, int] | UnsetType = msgspec.field(
        default=UNSET, name="rootAssignment"
    )
    differences: tuple[DifferencePart, ...] | UnsetType = UNSET
    state: dict[str, int] | UnsetType = UNSET
    possible_in: str | UnsetType = msgspec.field(default=UNSET, name="possibleIn")

    @staticmethod
    def of(witness: Witness | StateWitness) -> WitnessPart:
        return msgspec.convert(witness.to_dict(), WitnessPart)
