"""Question documents of the ShapeWorld family, but for audit and score."""

from __future__ import annotations

from fractions import Fraction

import msgspec
from msgspec import UNSET, UnsetType

from symcause.audits.documents import (
    EXIT_NO,
    EXIT_UNKNOWN,
    EXIT_YES,
    AlternativesDocument,
    CheckDocument,
    CountDocument,
    DisambiguateDocument,
    Part,
    SolveDocument,
)
from symcause.audits.experiments.experiment_document import NextDocument, NextExperiment
from symcause.audits.of_space.space_documents import SeparationsDocument
from symcause.audits.prompt import PromptDocument
from symcause.families.shapeworld.documents.scope_part import ActionPart, ClassPart

Pairs = tuple[tuple[str, str], ...]
"""A relation by its covers: (cause, effect) with nothing between."""


class ShapeWorldCount(CountDocument, frozen=True, kw_only=True):
    """How many relations, and how many DAGs they stand for."""

    scope: ClassPart = msgspec.field(name="class")
    graphs: int | None = None
    engine: str = "lists"
    start: str | UnsetType = UNSET  # how the start was read, where that was asked for


class ShapeWorldCheck(CheckDocument, frozen=True, kw_only=True):
    """Is an answer right, and does the transcript prove it?"""

    scope: ClassPart = msgspec.field(name="class")
    valid: bool = False
    answer: str | None = None
    verdict: str | None = None
    lucky: bool | None = None
    contradicts_key: bool | None = None  # the transcript proves the opposite of the truth
    start: str | UnsetType = UNSET  # how the start was read, where that was asked for or matters
    start_conflicts: bool | UnsetType = UNSET

    @property
    def code(self) -> int:
        """Right decides; where the truth is not known, justified does."""
        if self.abstained:
            return super().code
        if self.right is not None:
            return int(not self.right)
        return EXIT_UNKNOWN if self.justified is None else int(not self.justified)


class ShapeWorldNextExperiment(NextExperiment, frozen=True, kw_only=True):
    """One action: *worst* and *expected* are interventions after it, *left* members in the worst case.

    It *shrinks* the space if members differ in what it shows; if not, it may *enable* one that does.
    """

    left: int | None = None
    shrinks: bool = False
    enables: bool = False

    @property
    def most_left(self) -> int | None:
        return self.left

    @property
    def needed(self) -> tuple[bool, int, Fraction, int]:
        """What actions are ordered by among their kind; unknown comes last."""
        expected = Fraction(0 if self.expected is None else str(self.expected))
        return self.worst is None, self.worst or 0, expected, self.left or 0


class ShapeWorldNext(NextDocument, frozen=True, kw_only=True):
    """Actions worth doing next: those that teach, then those that enable, fewest interventions first."""

    scope: ClassPart = msgspec.field(name="class")
    experiments: tuple[ShapeWorldNextExperiment, ...] = ()

    @property
    def best(self) -> ShapeWorldNextExperiment | None:
        return min(self.experiments, key=lambda one: one.needed, default=None)


class WorldPart(Part, frozen=True, kw_only=True):
    """A relation by its covers, and what it answers; *driven* shapes where some may be hidden."""

    edges: Pairs
    answer: str
    driven: tuple[str, ...] | UnsetType = UNSET


class AlternativePart(Part, frozen=True, kw_only=True):
    """Another member, the pairs that changed, and the shortest way to tell it apart."""

    model: WorldPart
    changed: Pairs
    experiment: tuple[ActionPart, ...] | None = None
    readings: tuple[tuple[str, ...], tuple[str, ...]] | None = None


class ShapeWorldAlternatives(AlternativesDocument, frozen=True, kw_only=True):
    """Other members: those that answer the other way first, then the nearest."""

    scope: ClassPart = msgspec.field(name="class")
    against: Pairs = ()
    alternatives: tuple[AlternativePart, ...] = ()


class ShapeWorldSeparate(SeparationsDocument, frozen=True, kw_only=True):
    """The shortest sequence of actions after which two worlds are in different states."""

    actions: tuple[ActionPart, ...] | None = None
    states: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    minimal: bool | None = None


class ShapeWorldSolve(SolveDocument, frozen=True, kw_only=True):
    """A member with the fewest pairs, by its covers."""

    scope: ClassPart = msgspec.field(name="class")
    model: WorldPart | None = None
    pairs: int | None = None
    members: tuple[WorldPart, ...] = ()
    complete: bool | UnsetType = UNSET  # of the list that --all asks for
    incomplete_reason: str | UnsetType = UNSET


class PolicyPart(Part, frozen=True, kw_only=True):
    """A position of a policy: an action with what follows each outcome, or a leaf with its verdict."""

    moving: tuple[str, ...]
    count: int
    verdict: str
    action: ActionPart | None = None
    outcomes: tuple[PolicyPart, ...] = ()


class ShapeWorldDisambiguate(DisambiguateDocument, frozen=True, kw_only=True):
    """A best policy as a tree; *settles*: does every leaf settle the question?"""

    scope: ClassPart = msgspec.field(name="class")
    policy: PolicyPart | None = None
    worst_case: int | None = None
    bound: int | None = None
    limit: int | None = None
    settles: bool | None = None

    @property
    def code(self) -> int:
        if self.settles is None:
            return EXIT_UNKNOWN
        return EXIT_YES if self.settles else EXIT_NO


class ShapeWorldPrompt(PromptDocument, frozen=True, kw_only=True):
    """What an agent gets before its first action."""

    template: str
