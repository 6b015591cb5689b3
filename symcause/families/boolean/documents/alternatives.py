"""``alternatives``: other explaining SCMs, each with what tells it from the reference."""

from __future__ import annotations

import msgspec

from symcause.audits.documents import AlternativesDocument, Part
from symcause.families.boolean.documents.disturbed import CellPart, FilledPart
from symcause.families.boolean.documents.scope import ClassPart
from symcause.families.boolean.documents.separation import ExperimentPart, WitnessPart


class CornerPart(Part, frozen=True, kw_only=True):
    """An input pattern on which two mechanisms differ, and what each of them gives there."""

    pattern: str
    reference: int
    alternative: int


class CornersPart(Part, frozen=True, kw_only=True):
    """Where two mechanisms of a variable differ: the first patterns of their joint inputs, and how many."""

    inputs: tuple[str, ...]
    number: int
    patterns: tuple[CornerPart, ...]


class AlternativePart(Part, frozen=True, kw_only=True):
    """An explaining SCM other than the reference, with the best experiment between the two."""

    mechanisms: dict[str, str]
    roots: tuple[str, ...]
    changed: tuple[str, ...]
    corners: dict[str, CornersPart]
    experiment: ExperimentPart | None = None
    witness: WitnessPart | None = None
    pair_disagreement_rate: float | None = None
    cell_difference_rate: float | None = None
    separable: bool | None = None  # None: too many roots to try all contexts
    disturbed: int = 0
    cells: tuple[CellPart, ...] = ()  # those that it disturbs
    completions: tuple[FilledPart, ...] = ()  # of unobserved cells, with the fewest disturbed ones


class BooleanAlternatives(AlternativesDocument, frozen=True, kw_only=True):
    """Members other than the model with the mechanisms *against*, nearest first."""

    setting: str
    scope: ClassPart = msgspec.field(name="class")
    identity: str | None = None  # what counts as one model
    against: dict[str, str] = msgspec.field(default_factory=dict)
    alternatives: tuple[AlternativePart, ...] = ()
