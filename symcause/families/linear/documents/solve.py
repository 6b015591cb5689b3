"""``solve``: one explaining model, fewest edges first, or the members one after another."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from symcause.audits.documents import Part, SolveDocument
from symcause.families.linear.documents.alternatives import Equations
from symcause.families.linear.documents.scope import ClassPart


class SolutionPart(Part, frozen=True, kw_only=True):
    """One member; *optimal* if no graph has fewer edges."""

    status: str = "solved"
    equations: Equations
    edges: int
    optimal: bool


class LinearSolve(SolveDocument, frozen=True, kw_only=True):
    """The solution and, where all were asked for, one member a graph by increasing number of edges."""

    setting: str
    semantics: str
    scope: ClassPart = msgspec.field(name="class")
    equations: Equations | None = None
    edges: int | None = None
    members: tuple[SolutionPart, ...] | UnsetType = UNSET
    complete: bool | UnsetType = UNSET
    incomplete_reason: str | UnsetType = UNSET
