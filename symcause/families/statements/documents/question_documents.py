"""Question documents: what the smaller questions about statements answer, from count to score."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from symcause.attempts.attempt_part import AttemptPart
from symcause.audits.documents import (
    AlternativesDocument,
    CheckDocument,
    CountDocument,
    Part,
    SolveDocument,
)
from symcause.audits.experiments.experiment_document import NextDocument, NextExperiment
from symcause.audits.of_space.space_documents import SeparationsDocument
from symcause.families.statements.documents.audit_document import DagPart


class StatementsCount(CountDocument, frozen=True, kw_only=True):
    """How many DAGs are faithful to the statements."""


class EdgesPart(Part, frozen=True, kw_only=True):
    """A DAG by its edges."""

    edges: tuple[str, ...]


class StatementsSolve(SolveDocument, frozen=True, kw_only=True):
    """A member with the fewest edges."""

    model: EdgesPart | None = None
    members: tuple[EdgesPart, ...] = ()
    complete: bool | None = None
    incomplete_reason: str | None = None


class StatementsCheck(CheckDocument, frozen=True, kw_only=True):
    """Is an answer right, and do the statements prove it?"""

    valid: bool = False
    answer: str | None = None
    verdict: str | None = None
    gold: int | str | None = None
    gold_right: bool | None = None
    published_right: bool | None = None  # by the stored label


class StatementsAlternatives(AlternativesDocument, frozen=True, kw_only=True):
    """A member with the hypothesis and one without, with the fewest differing edges."""

    alternatives: tuple[DagPart, ...] = ()
    changed: tuple[str, ...] = ()  # of the first, as the second has them or has them not
    changed_edges: int | None = None
    count: int | None = None


class StatementsSeparate(SeparationsDocument, frozen=True, kw_only=True):
    """The first intervention that tells two members apart, and all of them."""

    experiment: dict[str, object] | None = None
    readings: tuple[dict[str, object], dict[str, object]] | None = None
    separates: tuple[str, ...] = ()


class InterventionPart(NextExperiment, frozen=True, kw_only=True):
    """One intervention: *worst* is its largest group of members, *worst_open* the largest still open."""

    worst_open: int
    outcomes: int


class StatementsNext(NextDocument, frozen=True, kw_only=True):
    """The interventions by what they leave open."""

    count: int | None = None
    experiments: tuple[InterventionPart, ...] = ()


class StatementsScore(Part, frozen=True, kw_only=True):
    """An answer, who gave it, and how it compares with the verdict and the stored label."""

    family: str
    problem: str
    model: str
    verdict: str
    relation: str
    variables: int
    answer: str | None = None  # None: neither yes nor no
    label: int | None = None
    gold: int | str | None = None
    gold_right: bool | None = None
    right: bool | None = None  # by the verdict
    published_right: bool | None = None  # by the stored label
    support: str | None = None
    claimed: bool = False
    abstained: bool = False
    hedged: bool = False
    open: bool | None = None
    proved: bool | None = None
    reason: str | None = None
    attempt: AttemptPart | UnsetType = UNSET  # of a baseline
