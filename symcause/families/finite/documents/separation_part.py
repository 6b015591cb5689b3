"""The separation part of finite documents: an experiment between two models, with its witness."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from symcause.audits.documents import Part
from symcause.families.finite.models.finite_values import Value
from symcause.models.prose.intervention_text import intervention_text


class ExperimentPart(Part, frozen=True, kw_only=True):
    """A hard intervention, in the published shape."""

    type: str = "hard_do"
    assignments: dict[str, Value]

    def __str__(self) -> str:
        return intervention_text(self.assignments)


class DifferencePart(Part, frozen=True, kw_only=True):
    """A variable on which the two models disagree."""

    variable: str
    reference: Value
    alternative: Value


class WitnessPart(Part, frozen=True, kw_only=True):
    """Values of the roots and what differs under them; or a state that only one of the two can show."""

    root_assignment: dict[str, Value] | UnsetType = msgspec.field(
        default=UNSET, name="rootAssignment"
    )
    differences: tuple[DifferencePart, ...] | UnsetType = UNSET
    state: tuple[Value, ...] | UnsetType = UNSET
    possible_in: str | UnsetType = UNSET  # reference, alternative


class ComparedPart(Part, frozen=True, kw_only=True):
    """The best experiment between two models; rates are null between models of other roots."""

    experiment: ExperimentPart | None = None
    pair_disagreement_rate: float | None = None
    cell_difference_rate: float | None = None
    separable: bool | None = None
    witness: WitnessPart | None = None


class AlternativePart(ComparedPart, frozen=True, kw_only=True):
    """Another member: the variables that changed, and in how many entries of their tables."""

    roots: tuple[str, ...]
    mechanisms: dict[str, str]
    changed: tuple[str, ...]
    entries: int
