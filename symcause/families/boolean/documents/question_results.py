"""Results of the Boolean questions count, solve, next, prompt, alternatives, separate, as documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET, UnsetType

from symcause.audits.documents import (
    AlternativesDocument,
    CountDocument,
    Part,
    SolveDocument,
)
from symcause.audits.experiments.experiment_document import BoundedExperiment, RankedDocument
from symcause.audits.of_space.space_documents import SeparationsDocument
from symcause.families.boolean.documents.cell_disturbance import CellPart, FilledPart, LevelPart
from symcause.families.boolean.documents.scope_part import ClassPart
from symcause.models.prose.intervention_text import intervention_text

if TYPE_CHECKING:
    from symcause.families.boolean.models.experiments import Experiment, StateWitness, Witness


class SolutionPart(Part, frozen=True, kw_only=True):
    """One member as it is written; *optimal* if none is shorter."""

    status: str = "solved"
    roots: tuple[str, ...]
    mechanisms: dict[str, str]
    total_ast: int
    optimal: bool
    disturbed: int = 0


class BooleanSolve(SolveDocument, frozen=True, kw_only=True):
    """The solution and, where all were asked for, the members by increasing size."""

    setting: str
    scope: ClassPart = msgspec.field(name="class")
    roots: tuple[str, ...] | None = None
    mechanisms: dict[str, str] | None = None
    total_ast: int | None = None
    disturbed: int | None = None  # Training cells that it leaves unexplained.
    members: tuple[SolutionPart, ...] | UnsetType = UNSET  # With `--all`, by increasing size.
    complete: bool | UnsetType = UNSET
    incomplete_reason: str | UnsetType = UNSET


class ExperimentPart(Part, frozen=True, kw_only=True):
    """A hard intervention, in the published shape."""

    type: str = "hard_do"
    assignments: dict[str, int]

    @staticmethod
    def of(experiment: Experiment) -> ExperimentPart:
        return ExperimentPart(assignments={name: int(bit) for name, bit in experiment.assignments})

    def __str__(self) -> str:
        return intervention_text(self.assignments)


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


class BooleanExperiment(BoundedExperiment, frozen=True, kw_only=True):
    """``about`` estimates the average where it is not known, ``outcomes`` is how many of them are known."""

    about: str | float | None = None  # An estimate of the average where it is not known.
    outcomes: int | None = None  # How many outcomes are known.


class BooleanNext(RankedDocument, frozen=True, kw_only=True):
    """Every experiment, best first; ``count`` models there are now, ``contexts`` rows would be seen."""

    setting: str
    scope: ClassPart = msgspec.field(name="class")
    identity: str
    most_targets: int = 1
    seed: int = 0  # Of the contexts, where no training world gives them.
    contexts: int | None = None  # Rows that would be seen.
    experiments: tuple[BooleanExperiment, ...] = ()


class BooleanCount(CountDocument, frozen=True, kw_only=True):
    """The exact number, up to the same functions and roots, and who counted."""

    setting: str
    scope: ClassPart = msgspec.field(name="class")
    engine: str = "recursion"  # Who counted.
    spectrum: tuple[LevelPart, ...] | None = None  # by disturbed cells
    spectrum_identity: str | UnsetType = UNSET  # what it counts, where that is not the identity
    at_least: int | UnsetType | None = None  # where the count is not known


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


class BooleanSeparate(SeparationsDocument, frozen=True, kw_only=True):
    """Rates are 0 where nothing separates, null for models over different roots."""

    setting: str
    targets: int
    experiment: ExperimentPart | None = None
    pair_disagreement_rate: float | None = None
    cell_difference_rate: float | None = None
    witness: WitnessPart | None = None
