"""The documents of linear ``alternatives`` and ``separate``: members and interventions between them."""

from __future__ import annotations

import msgspec

from symcause.audits.documents import AlternativesDocument, Part
from symcause.audits.of_space.space_documents import SeparationsDocument
from symcause.families.linear.documents.scope_part import ClassPart

Equations = dict[str, str]
"""A model: the right-hand side of every variable's equation."""

Reading = dict[str, str]
"""What a crystal reads: the exact value of every variable."""


class ExperimentPart(Part, frozen=True, kw_only=True):
    """An intervention on the manipulator's crystal."""

    assignments: dict[str, str]


class AlternativePart(Part, frozen=True, kw_only=True):
    """A member with another graph; ``readings`` are those of the given model and of this one.

    ``changed`` are the variables with another equation. Without an experiment ``reason`` tells why.
    """

    model: Equations
    changed: tuple[str, ...]
    distance: int
    experiment: ExperimentPart | None = None
    readings: tuple[Reading, Reading] | None = None
    reason: str | None = None


class LinearAlternatives(AlternativesDocument, frozen=True, kw_only=True):
    """Members with other graphs than the model *against*, fewest different edges first."""

    setting: str
    semantics: str
    scope: ClassPart = msgspec.field(name="class")
    against: Equations = msgspec.field(default_factory=dict)
    alternatives: tuple[AlternativePart, ...] = ()


class LinearSeparation(SeparationsDocument, frozen=True, kw_only=True):
    """The intervention after which most readings of two models differ, and what each of them reads."""

    setting: str
    semantics: str
    experiment: ExperimentPart | None = None
    readings: tuple[Reading, Reading] | None = None
    differing: tuple[str, ...] = ()
    models: tuple[Equations, Equations] | None = None
