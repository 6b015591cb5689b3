"""The document of a linear ``next``: every property, and how much setting it would leave."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from symcause.audits.experiments.experiment_document import BoundedExperiment, RankedDocument
from symcause.families.linear.documents.scope_part import ClassPart


class LinearExperiment(BoundedExperiment, frozen=True, kw_only=True):
    """An intervention on one property; ``note`` says what is known of it besides.

    ``best_case`` is the least over all outcomes, null where they were not all looked at.
    """

    note: str | UnsetType = UNSET


class LinearNext(RankedDocument, frozen=True, kw_only=True):
    """Every property, fewest graphs left in the worst case first; ``count`` is how many there are now."""

    setting: str
    semantics: str
    scope: ClassPart = msgspec.field(name="class")
    identity: str
    experiments: tuple[LinearExperiment, ...] = ()
