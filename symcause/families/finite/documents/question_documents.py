"""Question documents of finite problems: what the smaller questions answer, from count to prompt."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from symcause.audits.documents import (
    AlternativesDocument,
    CountDocument,
    DisambiguateDocument,
    Part,
    SolveDocument,
)
from symcause.audits.experiments.experiment_document import BoundedExperiment, RankedDocument
from symcause.audits.of_space.space_documents import SeparationsDocument
from symcause.families.finite.documents.model_part import ModelPart
from symcause.families.finite.documents.scope_part import IDENTITY, ClassPart
from symcause.families.finite.documents.separation_part import (
    AlternativePart,
    ExperimentPart,
    WitnessPart,
)
from symcause.families.finite.models.finite_values import Value


class FiniteCount(CountDocument, frozen=True, kw_only=True):
    """The exact number of models, up to the same roots and functions."""

    setting: str
    scope: ClassPart = msgspec.field(name="class")


class SolutionPart(ModelPart, frozen=True, kw_only=True):
    """One member and its size."""

    total_size: int | None


class FiniteSolve(SolveDocument, frozen=True, kw_only=True):
    """A member of least total size; with ``--all`` the members in their order."""

    setting: str
    scope: ClassPart = msgspec.field(name="class")
    identity: str = IDENTITY
    roots: tuple[str, ...] | None = None
    mechanisms: dict[str, str] | None = None
    total_size: int | None = None
    members: tuple[SolutionPart, ...] | UnsetType = UNSET
    complete: bool | UnsetType = UNSET
    incomplete_reason: str | UnsetType = UNSET


class FiniteExperiment(BoundedExperiment, frozen=True, kw_only=True):
    """An experiment by what it leaves; *outcomes* is how many things it may show."""

    outcomes: int | None = None


class FiniteNext(RankedDocument, frozen=True, kw_only=True):
    """Every experiment, fewest members left in the worst case first."""

    setting: str
    scope: ClassPart = msgspec.field(name="class")
    identity: str = IDENTITY
    most_targets: int = 1
    contexts: int | None = None
    experiments: tuple[FiniteExperiment, ...] = ()


class FiniteAlternatives(AlternativesDocument, frozen=True, kw_only=True):
    """Members other than the reference, nearest first."""

    setting: str
    scope: ClassPart = msgspec.field(name="class")
    identity: str = IDENTITY
    reference: ModelPart | UnsetType = UNSET  # none where nothing explains the evidence
    alternatives: tuple[AlternativePart, ...] = ()


class FiniteSeparate(SeparationsDocument, frozen=True, kw_only=True):
    """The best experiment between two models."""

    setting: str
    identity: str = IDENTITY
    most_targets: int = 1
    experiment: ExperimentPart | None = None
    pair_disagreement_rate: float | None = None
    cell_difference_rate: float | None = None
    witness: WitnessPart | None = None


class WorldPart(Part, frozen=True, kw_only=True):
    """A world as a file has it."""

    id: str
    split: str = "train"
    do: dict[str, Value]
    rows: tuple[tuple[Value, ...], ...]


class FiniteDisambiguate(DisambiguateDocument, frozen=True, kw_only=True):
    """The fewest further worlds of gold, out of the pool of single experiments."""

    setting: str
    scope: ClassPart = msgspec.field(name="class")
    identity: str = IDENTITY
    status: str = "unknown"
    worlds: tuple[WorldPart, ...] = ()
    added: int = 0
    pool_size: int | None = None
    strengthened: dict[str, object] | UnsetType = UNSET
